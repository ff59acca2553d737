#include "trusted_root.h"

// `#embed` is C23. Clang supports it as an extension in earlier versions of the language.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char root[] = {
#embed "trusted_root.json"
};

const unsigned char *bootstrap_trusted_root(size_t *size) {
  *size = sizeof root;
  return root;
}
