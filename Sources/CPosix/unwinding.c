#include <stddef.h>

// A static executable registers its table of stack frames when it starts (`frame_dummy` in
// crtbeginT.o), and libgcc then sorts the whole table the first time that a thread ends: 30 ms for
// the 60,000 frames of `bootstrap-change`. The table that the linker has sorted (`.eh_frame_hdr`)
// serves as well, and libgcc searches it if none is registered. Release builds link these functions
// in place of the registration (Package.swift).
void __wrap___register_frame_info(const void *begin, void *object) {
  (void)begin;
  (void)object;
}

void *__wrap___deregister_frame_info(const void *begin) {
  (void)begin;
  return NULL;
}
