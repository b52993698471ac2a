typedef struct game { int turn; unsigned char cell[6][7]; struct game *before; } Game;

static int key(Game *g, int c) {
    switch (c) {
    case '1': case '2':
        g->turn ^= 1;
        break;
    case '3': {
        g->cell[0][c - '1']++;
    } break;
    default:
        if (c == 'q') return 0;
        else if (c < 0) { return -1; }
        else for (;;) { if (g->before == 0) break; g = g->before; continue; }
    }
    while (c --> 0) ;
    /* if (c) { */ // }
    return g->turn ? c % 7 : c << 1 | ~c & 0x1F;
}

int all(Game g[], int n) { int sum = 0; while (n--) sum += key(&g[n], n) != 1; return sum ? : 0; }
