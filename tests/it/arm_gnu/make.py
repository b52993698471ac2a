#!/usr/bin/env python3
"""Makes the .words files: what GNU as and ld make of every .s file in this folder.

Needs binutils for ARM (Debian: binutils-arm-none-eabi); the tests need only the files. Run it in this folder:

    python3 make.py

Code stands at 0, read-only data behind it, the rest in RAM, which is left out. Each line of a .words file is an address
and the word there, in hex.
"""

import pathlib
import subprocess
import tempfile


def main():
    folder = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as name:
        objects, linked, raw = (pathlib.Path(name) / file for file in ("a.o", "a.elf", "a.bin"))
        for source in sorted(folder.glob("*.s")):
            subprocess.run(["arm-none-eabi-as", "-march=armv4t", "-o", objects, source], check=True)
            place = ["-Ttext", "0", "-Tdata", "0x40000000"]
            subprocess.run(["arm-none-eabi-ld", *place, "-e", "0", "-o", linked, objects], check=True)
            copy = ["-O", "binary", "-j", ".text", "-j", ".rodata", linked, raw]
            subprocess.run(["arm-none-eabi-objcopy", *copy], check=True)
            content = raw.read_bytes()
            content += bytes(-len(content) % 4)
            words = [int.from_bytes(content[at : at + 4], "little") for at in range(0, len(content), 4)]
            text = "".join(f"{4 * at:04X} {word:08X}\n" for at, word in enumerate(words))
            source.with_suffix(".words").write_text(text)


if __name__ == "__main__":
    main()
