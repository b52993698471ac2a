#!/usr/bin/env python3
"""Connect 4 for two players, as `cases/native-scratch` asks for it."""
import sys

SIZE = 6
cells = {}


def show():
    for row in range(SIZE):
        print(" ".join(cells.get((row, column), "-") for column in range(SIZE)))


def in_line(row, column):
    piece = cells[row, column]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for way in (1, -1):
            step = way
            while cells.get((row + step * down, column + step * right)) == piece:
                count += 1
                step += way
        if count >= 4:
            return True
    return False


def main():
    player = 1
    show()
    while True:
        print(f"Player {player}, choose a column: ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        line = line.rstrip("\n")
        print(line)
        column = int(line) - 1 if line in ("1", "2", "3", "4", "5", "6") else None
        row = next((row for row in range(SIZE - 1, -1, -1) if (row, column) not in cells), None)
        if column is None or row is None:
            print("Invalid move. Try again.")
            continue
        cells[row, column] = "OX"[player - 1]
        show()
        if in_line(row, column):
            print(f"Player {player} Wins.")
            return
        if len(cells) == SIZE * SIZE:
            print("Tie Game.")
            return
        player = 3 - player


main()
