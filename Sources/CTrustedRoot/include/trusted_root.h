// The trusted root of Sigstore's public instance, as its TUF repository publishes it: the
// certificates of the authority and the public keys of its logs.
#ifndef BOOTSTRAP_TRUSTED_ROOT_H
#define BOOTSTRAP_TRUSTED_ROOT_H

#include <stddef.h>

// Returns the JSON text of the root, which lives as long as the process, and sets `size` to its
// size in bytes. The text does not end with a NUL.
const unsigned char *_Nonnull bootstrap_trusted_root(size_t *_Nonnull size);

#endif
