// The values that `scripts/release` builds into the programs (Package.swift).
#pragma once

// The address under which releases are published, or NULL in other builds.
const char *bootstrap_release_address(void);

// The public key of minisign that releases are signed with, or NULL in other builds.
const char *bootstrap_release_key(void);
