#pragma GCC dependency "/etc/shadow"
#pragma GCC plugin "/tmp/x.so"
#pragma once
#pragma comment(exestr, "x")
#error "[31mred[0m </pre><script>alert(1)</script>"
int main(void) { return 0; }
