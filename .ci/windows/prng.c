/* bcryptprimitives.dll for Wine 8, which lacks it: the one function of it that Rust's standard library calls. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return RtlGenRandom(data, (ULONG)size);
}
