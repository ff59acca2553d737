#include <stddef.h>

// When a program starts, the Swift runtime looks for the program that prints backtraces, in five
// folders near the executable. bootstrap never has it. The search takes nine system calls, and
// without /proc, it ends the process. Release builds link this function instead (Package.swift).
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *folder, const char *name) {
  (void)folder;
  (void)name;
  return NULL;
}
