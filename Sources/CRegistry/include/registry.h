// The registry that ships with the program: the files in `definitions/`, one after the other.
#ifndef BOOTSTRAP_REGISTRY_H
#define BOOTSTRAP_REGISTRY_H

#include <stddef.h>

// Returns the bytes of the registry, which last as long as the process, and sets `size` to their
// number. There is no NUL at the end.
const unsigned char *_Nonnull bootstrap_registry(size_t *_Nonnull size);

#endif
