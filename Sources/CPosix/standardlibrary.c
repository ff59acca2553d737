// Parts of the standard libraries that a static program leaves out, because nothing in bootstrap
// uses them and they take 0.6 MB. Release builds link these functions in place of the originals
// (Package.swift).
#ifdef IS_STATIC_PROGRAM
#include <stdint.h>
#include <stdlib.h>

// The names of Unicode's characters. `Unicode.Scalar.Properties.name` is nil in such a program.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *name, intptr_t capacity) {
  (void)scalar;
  (void)name;
  (void)capacity;
  return 0;
}

// The reason why a C++ program ends, with a demangler. Swift's libraries throw no C++ exceptions.
void __wrap__ZN9__gnu_cxx27__verbose_terminate_handlerEv(void) { abort(); }
#endif
