#include "registry.h"

// `#embed` is C23. Clang supports it as an extension in earlier versions of the language.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char definitions[] = {
#embed "definitions/apple.rb"
,
#embed "definitions/build.rb"
,
#embed "definitions/cloud.rb"
,
#embed "definitions/containers.rb"
,
#embed "definitions/data.rb"
,
#embed "definitions/git.rb"
,
#embed "definitions/go.rb"
,
#embed "definitions/kubernetes.rb"
,
#embed "definitions/languages.rb"
,
#embed "definitions/lint.rb"
,
#embed "definitions/manifests.rb"
,
#embed "definitions/security.rb"
,
#embed "definitions/shell.rb"
,
#embed "definitions/system.rb"
,
#embed "definitions/terminal.rb"
,
#embed "definitions/web.rb"
};

const unsigned char *bootstrap_registry(size_t *size) {
  *size = sizeof definitions;
  return definitions;
}
