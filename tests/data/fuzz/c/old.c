int board[6][6], player, left = 36;
char line[80];

drop(column, piece)
int column;
char piece;
{
    register int r;
    for (r = 5; r >= 0 && board[r][column]; r--)
        ;
    if (r < 0) return -1;
    board[r][column] = piece;
    return r;
}

main(argc, argv) char **argv; {
    int column, row;
again:
    printf("Player %d, choose a column: ", player + 1);
    do {
        if (!fgets(line, sizeof line, stdin)) exit(0);
        column = line[0] - '1';
    } while (column < 0 || column > 5);
    if ((row = drop(column, player ? 'X' : 'O')) < 0) goto again;
    if (--left == 0) { puts("Tie Game."); return 0; }
    player = !player;
    goto again;
}
