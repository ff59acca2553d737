// The registry that ships with the program: the files in `definitions/`, one after the other.
#ifndef BOOTSTRAP_REGISTRY_H
#define BOOTSTRAP_REGISTRY_H

#include <stddef.h>

// Returns the bytes of the registry, which live as long as the process, and sets `size` to their
// count. They do not end with a NUL.
const unsigned char *_Nonnull bootstrap_registry(size_t *_Nonnull size);

#endif
