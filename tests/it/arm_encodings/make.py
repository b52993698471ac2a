#!/usr/bin/env python3
"""Makes expected.txt: random ARMv4T instructions with the words GNU as gives them.

Needs binutils for ARM (Debian: binutils-arm-none-eabi); the tests need only the file. Run it in this folder:

    python3 make.py

The same script always makes the same file: the seed is fixed, and lines that GNU as refuses or warns about
(unpredictable registers, mostly) are left out.

The file has two parts, each one program at address 0 with the label L<n> on its n-th instruction, counted from 0.
`[unified]` has mnemonics with the condition last (ADDSEQ), `[divided]` with the condition first (ADDEQS).
Every line is `word  instruction`, in a notation that armasm and GNU as share.
"""

import pathlib
import random
import re
import subprocess
import tempfile

SEED = 20261121
CONDITIONS = ["EQ", "NE", "CS", "HS", "CC", "LO", "MI", "PL", "VS", "VC", "HI", "LS", "GE", "LT", "GT", "LE", "AL"]
DESTINATION_AND_FIRST = ["AND", "EOR", "SUB", "RSB", "ADD", "ADC", "SBC", "RSC", "ORR", "BIC"]
FLAGS_ONLY = ["TST", "TEQ", "CMP", "CMN"]
SHIFTS = ["LSL", "LSR", "ASR", "ROR"]
TARGET = "TARGET"


class Maker:
    """Random instructions of one syntax."""

    def __init__(self, unified):
        self.random = random.Random(SEED + unified)
        self.unified = unified

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def mnemonic(self, name, suffix="", bare=False):
        """Name, condition and suffix in the order of the syntax."""
        condition = "" if bare or self.random.random() < 0.4 else self.random.choice(CONDITIONS)
        text = name + (suffix + condition if self.unified else condition + suffix)
        return text.lower() if self.one_in(4) else text

    def register(self):
        number = self.random.randrange(16)
        names = {13: ["sp", "r13", "SP"], 14: ["lr", "r14", "LR"], 15: ["pc", "r15"]}
        return self.random.choice(names.get(number, [f"r{number}", f"r{number}", f"R{number}"]))

    def number(self, value):
        if value < 0:
            return f"#-{-value}"
        return self.random.choice([f"#{value}", f"#0x{value:X}", f"#0x{value:x}"])

    def immediate(self, positive=False):
        """A number of a data-processing instruction; one in eight is one whose opposite or complement fits.

        MSR has no such partner: GNU as makes a word of another instruction of it without saying so.
        """
        value = self.random.randrange(256)
        if self.one_in(2):
            rotation = 2 * self.random.randrange(16)
            value = (value >> rotation | value << (32 - rotation)) & 0xFFFFFFFF
        if self.one_in(12):
            return f"#'{self.random.choice('ABCxyz0123456789 +-*.')}'"
        return self.number(-1 - value % 256 if not positive and self.one_in(8) else value)

    def shift(self, by_register):
        kind = self.random.choice(SHIFTS)
        if self.one_in(8):
            return "RRX"
        if by_register and self.one_in(2):
            return f"{kind} {self.register()}"
        low, high = {"LSL": (0, 31), "ROR": (1, 31)}.get(kind, (1, 32))
        return f"{kind} #{self.random.randint(low, high)}"

    def operand(self):
        choice = self.random.randrange(3)
        if choice == 0:
            return self.immediate()
        if choice == 1:
            return self.register()
        return f"{self.register()}, {self.shift(True)}"

    def arithmetic(self):
        name = self.mnemonic(self.random.choice(DESTINATION_AND_FIRST), self.random.choice(["", "S"]))
        if self.one_in(6):
            return f"{name} {self.register()}, {self.operand()}"
        return f"{name} {self.register()}, {self.register()}, {self.operand()}"

    def move(self):
        name = self.mnemonic(self.random.choice(["MOV", "MVN"]), self.random.choice(["", "S"]))
        return f"{name} {self.register()}, {self.operand()}"

    def compare(self):
        return f"{self.mnemonic(self.random.choice(FLAGS_ONLY))} {self.register()}, {self.operand()}"

    def multiply(self):
        suffix = self.random.choice(["", "S"])
        kind = self.random.choice(["MUL", "MLA", "UMULL", "UMLAL", "SMULL", "SMLAL"])
        count = 3 if kind == "MUL" else 4
        return f"{self.mnemonic(kind, suffix)} {', '.join(self.register() for _ in range(count))}"

    def swap(self):
        return f"{self.mnemonic('SWP', self.random.choice(['', 'B']))} {self.register()}, {self.register()}, [{self.register()}]"

    def branch(self):
        if self.one_in(6):
            return f"{self.mnemonic('BX')} {self.register()}"
        return f"{self.mnemonic(self.random.choice(['B', 'BL']))} {TARGET}"

    def indexed(self, offset):
        base = self.register()
        form = self.random.randrange(4)
        if form == 0 or offset is None:
            return f"[{base}]"
        return [f"[{base}, {offset}]", f"[{base}, {offset}]!", f"[{base}], {offset}"][form - 1]

    def transfer(self):
        name = self.mnemonic(self.random.choice(["LDR", "STR"]), self.random.choice(["", "B"]))
        if self.one_in(12):
            return f"{name} {self.register()}, {TARGET}"
        if self.one_in(2):
            offset = self.number(self.random.randrange(-4095, 4096))
        else:
            offset = f"{self.random.choice(['', '-'])}{self.register()}"
            if self.one_in(2):
                offset += f", {self.shift(False)}"
        return f"{name} {self.register()}, {self.indexed(offset)}"

    def user_transfer(self):
        name = self.mnemonic(self.random.choice(["LDR", "STR"]), self.random.choice(["T", "BT"]))
        offset = self.random.choice(["", f", {self.number(self.random.randrange(-4095, 4096))}", f", {self.register()}"])
        return f"{name} {self.register()}, [{self.register()}]{offset}"

    def half(self):
        kind, suffix = self.random.choice([("LDR", "H"), ("STR", "H"), ("LDR", "SB"), ("LDR", "SH")])
        if self.one_in(2):
            offset = self.number(self.random.randrange(-255, 256))
        else:
            offset = f"{self.random.choice(['', '-'])}{self.register()}"
        return f"{self.mnemonic(kind, suffix)} {self.register()}, {self.indexed(offset)}"

    def registers(self):
        """A list of registers, with ranges here and there."""
        chosen = sorted(self.random.sample(range(16), self.random.randint(1, 8)))
        names = [f"r{number}" if number < 13 else ["sp", "lr", "pc"][number - 13] for number in chosen]
        if self.one_in(3):
            low = self.random.randrange(11)
            high = self.random.randint(low + 1, 12)
            names = [f"r{low}-r{high}"] + [name for name, number in zip(names, chosen) if number > high]
        return "{" + ", ".join(names) + "}"

    def block(self):
        if self.one_in(4):
            return f"{self.mnemonic(self.random.choice(['PUSH', 'POP']))} {self.registers()}"
        direction = self.random.choice(["IA", "IB", "DA", "DB", "FD", "FA", "ED", "EA"])
        name = self.mnemonic(self.random.choice(["LDM", "STM"]), direction)
        user = "^" if self.one_in(6) else ""
        return f"{name} {self.register()}{self.random.choice(['', '!'])}, {self.registers()}{user}"

    def status(self):
        which = self.random.choice(["CPSR", "SPSR"])
        if self.one_in(3):
            return f"{self.mnemonic('MRS')} {self.register()}, {which}"
        fields = "".join(letter for letter in "cxsf" if self.one_in(2)) or "cf"
        value = self.immediate(positive=True) if self.one_in(2) else self.register()
        return f"{self.mnemonic('MSR')} {which}_{fields}, {value}"

    def interrupt(self):
        name = "SVC" if self.unified and self.one_in(2) else "SWI"
        return f"{self.mnemonic(name)} {self.number(self.random.randrange(1 << 24)).lstrip('#')}"

    def shift_as_move(self):
        """Unified syntax only: the shifts have mnemonics of their own."""
        kind = self.random.choice(SHIFTS)
        suffix = self.random.choice(["", "S"])
        if self.one_in(8):
            return f"{self.mnemonic('RRX', suffix)} {self.register()}, {self.register()}"
        by = self.register() if self.one_in(2) else f"#{self.random.randint(1, 31)}"
        first = "" if self.one_in(6) else f"{self.register()}, "
        return f"{self.mnemonic(kind, suffix)} {self.register()}, {first}{by}"

    def nothing(self):
        return self.mnemonic("NOP", bare=True)

    def lines(self, plan):
        """For each class its number of lines, mixed."""
        lines = [getattr(self, name)() for name, count in plan for _ in range(count)]
        self.random.shuffle(lines)
        return lines


def assemble(lines, syntax, folder):
    """The words of a program, and the numbers of the lines that GNU as refuses or warns about."""
    source, objects, linked, raw = (folder / name for name in ("a.s", "a.o", "a.elf", "a.bin"))
    text = [f".syntax {syntax}"] + [f"L{number}: {line}" for number, line in enumerate(lines)]
    source.write_text("\n".join(text) + "\n")
    command = ["arm-none-eabi-as", "-march=armv4t", "-o", objects, source]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    bad = {int(line) - 2 for line in re.findall(r"^[^:\n]*:(\d+): ", result.stderr, re.MULTILINE)}
    if bad or result.returncode:
        return [], bad
    subprocess.run(["arm-none-eabi-ld", "-Ttext", "0", "-e", "0", "-o", linked, objects], check=True)
    subprocess.run(["arm-none-eabi-objcopy", "-O", "binary", linked, raw], check=True)
    content = raw.read_bytes()
    return [int.from_bytes(content[at : at + 4], "little") for at in range(0, len(content), 4)], set()


def part(unified, plan, folder):
    """The lines of one part with their words."""
    syntax = "unified" if unified else "divided"
    maker = Maker(unified)
    lines = maker.lines(plan)
    _, bad = assemble([line.replace(TARGET, ".+8") for line in lines], syntax, folder)
    lines = [line for number, line in enumerate(lines) if number not in bad]
    for number, line in enumerate(lines):
        near = 1000 if line[:2].upper() in ("LD", "ST") else len(lines)
        target = maker.random.randint(max(0, number - near), min(len(lines) - 1, number + near))
        lines[number] = line.replace(TARGET, f"L{target}")
    words, bad = assemble(lines, syntax, folder)
    assert not bad, [lines[number] for number in bad]
    assert len(words) == len(lines), (len(words), len(lines))
    return [f"[{syntax}]"] + [f"{word:08X}  {line}" for word, line in zip(words, lines)]


def main():
    plan = [
        ("arithmetic", 1500), ("move", 500), ("compare", 500), ("multiply", 700), ("swap", 150), ("branch", 400),
        ("transfer", 1100), ("user_transfer", 200), ("half", 700), ("block", 700), ("status", 250), ("interrupt", 100),
        ("nothing", 3),
    ]
    short = [(name, count // 3 + 1) for name, count in plan]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = part(True, plan + [("shift_as_move", 300)], folder) + part(False, short, folder)
    version = subprocess.run(["arm-none-eabi-as", "--version"], capture_output=True, text=True, check=True).stdout
    head = f"# Made by make.py with {version.splitlines()[0]}."
    pathlib.Path(__file__).with_name("expected.txt").write_text("\n".join([head, *lines]) + "\n")


if __name__ == "__main__":
    main()
