#!/usr/bin/env python3
"""Random ARM instructions, each run once on Unicorn: expectations for the core, in the format of `tests/data/arm-core.txt`.

Needs Python 3 and the package `unicorn` (2.1 was used). Nothing that is built or tested needs it.

    tests/arm_core/differential.py 4000 1 > tests/data/arm-core.txt
        renews the expectations that are kept
    tests/arm_core/differential.py 200000 7 > /tmp/many.txt
    C4GRADE_ARM_CORE=/tmp/many.txt cargo test --lib arm::cpu::tests::one_instruction
        compares many more

What Unicorn does otherwise than an ARM7TDMI is left out and has tests of its own: addresses that are not aligned, R15 with
a shift by a register, exceptions that return by other instructions than MOVS and SUBS, and what the manual calls
unpredictable.
"""
import random
import sys

from unicorn import UC_ARCH_ARM, UC_MODE_ARM, Uc, UcError
from unicorn import arm_const as arm

CODE = 0x100
RAM, RAM_LENGTH = 0x4000_0000, 0x1_0000
MIDDLE = RAM + 0x8000
MASK = (1 << 64) - 1
NAMES = [getattr(arm, f"UC_ARM_REG_R{number}") for number in range(15)]
MODES = [0x10, 0x11, 0x12, 0x13, 0x17, 0x1B, 0x1F]


def splitmix(seed):
    """The generator of `src/splitmix.rs`."""
    while True:
        seed = (seed + 0x9E37_79B9_7F4A_7C15) & MASK
        mixed = seed
        mixed = ((mixed ^ mixed >> 30) * 0xBF58_476D_1CE4_E5B9) & MASK
        mixed = ((mixed ^ mixed >> 27) * 0x94D0_49BB_1331_11EB) & MASK
        yield mixed ^ mixed >> 31


def ram_word(address):
    """What RAM holds at the start of each case."""
    return (address * 0x9E37_79B1 ^ 0x5BD1_E995) & 0xFFFF_FFFF


START = b"".join(ram_word(RAM + at).to_bytes(4, "little") for at in range(0, RAM_LENGTH, 4))


class Case:
    """A word and what registers hold before it runs."""

    def __init__(self, pick):
        self.pick = pick
        self.seed = pick.getrandbits(32)
        self.set = {}
        self.spsr = 0
        condition = 14 if pick.random() < 0.7 else pick.randrange(15)
        self.word = condition << 28

    def register(self, *but, top=15):
        return self.pick.choice([number for number in range(top) if number not in but])

    def base(self, number, low=0):
        self.set[number] = MIDDLE + self.pick.randrange(-64, 64) * 4 + low

    def data(self):
        pick = self.pick
        code = pick.randrange(16)
        flags = 1 if 8 <= code <= 11 else pick.randrange(2)
        kind = pick.randrange(3)
        top = 16 if kind < 2 else 15
        destination = self.register(top=16 if pick.random() < 0.1 and kind < 2 else 15)
        first = self.register(top=top)
        if 8 <= code <= 11:
            destination = 0
        if code in (13, 15):
            first = 0
        if kind == 0:
            operand = 1 << 25 | pick.getrandbits(12)
        elif kind == 1:
            operand = pick.getrandbits(5) << 7 | pick.randrange(4) << 5 | self.register(top=16)
        else:
            amount = self.register()
            if pick.random() < 0.8:
                self.set[amount] = pick.getrandbits(24) << 8 | pick.choice([0, 1, 2, 31, 32, 33, 63, 64, 255, pick.getrandbits(5)])
            operand = amount << 8 | pick.randrange(4) << 5 | 1 << 4 | self.register()
        if destination == 15:
            # The sum, difference or copy is an address that there is.
            code, operand = pick.choice([4, 2, 13]), self.register()
            first = self.register(operand)
            self.set[first], self.set[operand] = 0x8000 + pick.getrandbits(12) * 4, pick.getrandbits(12) * 4
            if code == 13:
                first = 0
            if code == 4:
                flags = 0
        if destination == 15 and flags:
            self.spsr = pick.getrandbits(4) << 28 | 0xC0 | pick.choice(MODES)
        self.word |= code << 21 | flags << 20 | first << 16 | destination << 12 | operand

    def multiply(self):
        pick = self.pick
        if pick.random() < 0.5:
            factor = self.register()
            destination = self.register(factor)
            accumulate = pick.randrange(2)
            added = self.register() if accumulate else 0
            self.word |= accumulate << 21 | destination << 16 | added << 12
        else:
            factor = self.register()
            high = self.register(factor)
            low = self.register(factor, high)
            self.word |= 1 << 23 | pick.randrange(4) << 21 | high << 16 | low << 12
        self.word |= pick.randrange(2) << 20 | self.register() << 8 | 0x90 | factor

    def transfer(self):
        pick = self.pick
        load, byte, up, pre, write = (pick.randrange(2) for _ in range(5))
        base = self.register()
        target = self.register(base, top=16 if load and not byte and pick.random() < 0.2 else 15)
        if target == 15 and not pre:
            write = 0
        self.base(base)
        if pick.random() < 0.5:
            operand = pick.getrandbits(12) if byte else pick.getrandbits(10) << 2
        else:
            index = self.register(base, target)
            self.set[index] = pick.getrandbits(8) << 2
            kind, amount = pick.choice([(0, pick.randrange(5)), (1, pick.randrange(1, 32) if byte else 1), (2, 0), (1, 0)])
            if kind == 1 and amount == 1:
                self.set[index] &= ~7
            operand = 1 << 25 | amount << 7 | kind << 5 | index
        if load and not byte and pre and not write and target != 15 and pick.random() < 0.1:
            # A literal.
            base, operand, up = 15, pick.getrandbits(10) << 2, 1
        self.word |= 1 << 26 | operand | pre << 24 | up << 23 | byte << 22 | write << 21 | load << 20 | base << 16 | target << 12

    def short(self):
        pick = self.pick
        load, kind = pick.choice([(0, 1), (1, 1), (1, 2), (1, 3)])
        up, pre, write = (pick.randrange(2) for _ in range(3))
        write &= pre
        base = self.register()
        target = self.register(base)
        byte = kind == 2
        self.base(base, pick.choice([0, 1, 2, 3]) if byte else pick.choice([0, 2]))
        if pick.random() < 0.6:
            distance = pick.getrandbits(8) if byte else pick.getrandbits(7) << 1
            operand = 1 << 22 | (distance & 0xF0) << 4 | distance & 15
        else:
            operand = self.register(base, target)
            self.set[operand] = pick.getrandbits(8) << (0 if byte else 1)
        self.word |= operand | pre << 24 | up << 23 | write << 21 | load << 20 | base << 16 | target << 12 | 0x90 | kind << 5

    def block(self):
        pick = self.pick
        load, up, before, write = (pick.randrange(2) for _ in range(4))
        base = self.register()
        chosen = pick.getrandbits(15) & (pick.getrandbits(15) if pick.random() < 0.5 else 0x7FFF)
        user = 1 if pick.random() < 0.15 else 0
        if load and pick.random() < 0.2:
            chosen |= 1 << 15
        if write or not load:
            chosen &= ~(1 << base)
        if not chosen:
            chosen = 1 << self.register(base)
        if user and not chosen >> 15:
            write = 0
        if user:
            self.spsr = pick.getrandbits(4) << 28 | 0xC0 | pick.choice(MODES)
        self.base(base)
        self.word |= 1 << 27 | before << 24 | up << 23 | user << 22 | write << 21 | load << 20 | base << 16 | chosen

    def swap(self):
        base = self.register()
        target, stored = self.register(base), self.register(base)
        self.base(base)
        self.word |= 1 << 24 | self.pick.randrange(2) << 22 | base << 16 | target << 12 | 0x90 | stored

    def status(self):
        pick = self.pick
        saved = pick.randrange(2)
        self.spsr = pick.getrandbits(4) << 28 | 0xC0 | pick.choice(MODES)
        if pick.random() < 0.4:
            self.word |= 1 << 24 | saved << 22 | 0xF << 16 | self.register() << 12
            return
        fields = pick.choice([8, 1, 9])
        if pick.random() < 0.3:
            fields = 8
            operand = 1 << 25 | 2 << 8 | pick.getrandbits(8)
        else:
            operand = self.register()
            self.set[operand] = pick.getrandbits(4) << 28 | 0xC0 | pick.choice(MODES)
        self.word |= 1 << 24 | saved << 22 | 1 << 21 | fields << 16 | 0xF << 12 | operand

    def branch(self):
        pick = self.pick
        if pick.random() < 0.3:
            target = self.register()
            self.set[target] = pick.getrandbits(16) << 2
            self.word |= 0x012F_FF10 | target
            return
        distance = pick.choice([-1, 0, 1, 5, -60, 1000, -2 - pick.randrange(1, 60)])
        self.word |= 5 << 25 | pick.randrange(2) << 24 | distance & 0xFF_FFFF


KINDS = [(Case.data, 45), (Case.multiply, 8), (Case.transfer, 18), (Case.short, 8), (Case.block, 10), (Case.swap, 2), (Case.status, 5), (Case.branch, 4)]


def run(machine, case):
    numbers = splitmix(case.seed)
    registers = [next(numbers) & 0xFFFF_FFFF for _ in range(15)]
    flags = next(numbers) & 0xF000_0000
    for number, value in case.set.items():
        registers[number] = value
    machine.mem_write(RAM, START)
    machine.mem_write(CODE, case.word.to_bytes(4, "little"))
    machine.ctl_remove_cache(CODE, CODE + 4)
    for mode in MODES:
        if mode not in (0x13, 0x1F):
            machine.reg_write(arm.UC_ARM_REG_CPSR, 0xC0 | mode)
            for name in NAMES[13:15] + (NAMES[8:13] if mode in (0x10, 0x11) else []):
                machine.reg_write(name, 0)
            if mode != 0x10:
                machine.reg_write(arm.UC_ARM_REG_SPSR, 0)
    machine.reg_write(arm.UC_ARM_REG_CPSR, flags | 0xD3)
    machine.reg_write(arm.UC_ARM_REG_SPSR, case.spsr)
    for name, value in zip(NAMES, registers):
        machine.reg_write(name, value)
    try:
        machine.emu_start(CODE, 0xFFFF_FFF0, count=1)
    except UcError:
        return None
    changed = [f"r{number}={machine.reg_read(name):x}" for number, name in enumerate(NAMES) if machine.reg_read(name) != registers[number]]
    after = bytes(machine.mem_read(RAM, RAM_LENGTH))
    if after != START:
        for at in range(0, RAM_LENGTH, 4):
            if after[at : at + 4] != START[at : at + 4]:
                changed.append(f"m{RAM + at:x}={int.from_bytes(after[at : at + 4], 'little'):x}")
    pc = machine.reg_read(arm.UC_ARM_REG_PC)
    changed.append(f"pc={pc:x}")
    changed.append(f"cpsr={machine.reg_read(arm.UC_ARM_REG_CPSR) & 0xF000_00DF:x}")
    mode = machine.reg_read(arm.UC_ARM_REG_CPSR) & 0x1F
    if mode not in (0x10, 0x1F):
        changed.append(f"spsr={machine.reg_read(arm.UC_ARM_REG_SPSR) & 0xF000_00DF:x}")
    before = [f"r{number}={value:x}" for number, value in sorted(case.set.items())]
    if case.spsr:
        before.append(f"spsr={case.spsr:x}")
    return f"{case.word:08x} {case.seed:x} {' '.join(before)} > {' '.join(changed)}"


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    pick = random.Random(seed)
    machine = Uc(UC_ARCH_ARM, UC_MODE_ARM)
    machine.ctl_set_cpu_model(arm.UC_CPU_ARM_TI925T)
    machine.mem_map(0, 0x8_0000)
    machine.mem_write(0, b"\xff" * 0x8_0000)
    machine.mem_map(RAM, RAM_LENGTH)
    print("# Made by tests/arm_core/differential.py: word, seed of the registers, what is set besides > what it leaves")
    written = 0
    while written < count:
        case = Case(pick)
        kind = pick.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0]
        kind(case)
        line = run(machine, case)
        if line is not None:
            print(line)
            written += 1


main()
