Connect 4: what I learned

When I started on this assignment I had never written a program in assembly
language. The hardest part for me was to understand that a subroutine forgets
where it came from as soon as it calls another one; I lost a whole weekend
before a friend showed me what R7 is for.

I could not finish the program in time. My plan for the diagonals was to walk
from the last piece to the edge of the board, turn round, and count. I am sure
that it would have worked, because it did on paper, and I hope for some credit
for the idea.
