#include "posix.h"

#include <stddef.h>

#ifndef BOOTSTRAP_RELEASES
#define BOOTSTRAP_RELEASES NULL
#endif
#ifndef BOOTSTRAP_RELEASE_KEY
#define BOOTSTRAP_RELEASE_KEY NULL
#endif

const char *bootstrap_release_address(void) { return BOOTSTRAP_RELEASES; }

const char *bootstrap_release_key(void) { return BOOTSTRAP_RELEASE_KEY; }
