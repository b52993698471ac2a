/* Terminal escapes, bidirectional marks, markup, formulas, and lines for other tools. */
#include "attack.h"

int main(void)
{
    fputs("\033]0;title\007\033[2J\033[31mred\033[0m\n\xE2\x80\xAEthgir\n", stdout);
    fputs("</pre><script>alert(1)</script><img src=x onerror=alert(1)>\n", stdout);
    fputs("::error file=x::y\n##vso[task.complete]\n=SUM(1)\n\x9B" "31m\n\xFF\xFE\xC0\x80\n", stdout);
    fputs("\033[31mcomplaint\033[0m </pre><script>\n", stderr);
    return tried() + 7;
}
