// The owners of pin files. In a folder that everybody can write to, such as /tmp, another user
// must not choose what runs.

#include "shim.h"

static bool is_trusted(uint32_t owner) { return owner == 0 || owner == shim_user(); }

// Returns whether everybody can write to the folder of `path`, or to one above it. Also returns
// true if this cannot be determined.
static bool is_in_shared_folder(int directory, const char *path) {
  char folder[4096];
  size_t length = 0;
  for (size_t index = 0; path[index] != 0; index++) {
    if (index + 3 > sizeof folder) return true;
    folder[index] = path[index];
    if (path[index] == '/') length = index + 1;
  }
  folder[length++] = '.';
  folder[length] = 0;
  shim_status status, parent;
  if (shim_status_of(directory, folder, &status) != 0) return true;
  while ((status.permissions & 2) == 0) {
    if (length + 4 > sizeof folder) return true;
    for (const char *up = "/.."; *up != 0; up++) folder[length++] = *up;
    folder[length] = 0;
    if (shim_status_of(directory, folder, &parent) != 0) return true;
    // The root is its own parent.
    if (parent.inode == status.inode && parent.device == status.device) return false;
    status = parent;
  }
  return true;
}

bool shim_is_foreign(int directory, const char *path) {
  shim_status link, file;
  if (shim_link_status_of(directory, path, &link) != 0) return false;
  bool is_own = is_trusted(link.owner) &&
                (shim_status_of(directory, path, &file) != 0 || is_trusted(file.owner));
  return !is_own && is_in_shared_folder(directory, path);
}

int shim_open_pins(int directory, const char *path, bool reads_foreign, shim_status *status) {
  int descriptor = shim_open(directory, path, false);
  if (shim_is_absent(descriptor)) return descriptor;
  // A link, whose own owner matters too, or a file that must not be read.
  if (descriptor < 0) {
    if (!reads_foreign && shim_is_foreign(directory, path)) return -ENOENT;
    descriptor = shim_open(directory, path, true);
    // Whoever made a link to a file that is missing, as that of a submodule may be, has meant
    // something by it.
    if (shim_is_absent(descriptor) && shim_probe(directory, path) == 0) return -ENOLINK;
    if (descriptor < 0) return descriptor;
  }
  int failure = shim_status_of_open(descriptor, status);
  if (failure != 0) {
    shim_close(descriptor);
    return failure;
  }
  if (!reads_foreign && !is_trusted(status->owner) && is_in_shared_folder(directory, path)) {
    shim_close(descriptor);
    return -ENOENT;
  }
  return descriptor;
}
