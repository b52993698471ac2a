#error "[31mred[0m </pre><script>alert(1)</script> ‮"
int main(void) { return 0; }
