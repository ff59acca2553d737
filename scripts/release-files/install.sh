#!/bin/sh
# Installs bootstrap @VERSION@, or removes it with --uninstall. Needs curl or wget, tar, xz or gzip,
# and sha256sum, shasum, or openssl.
#
#   sh install.sh [--root DIR] [--setup] [--uninstall]
#
#   --root DIR    where to install: an absolute path, $BOOTSTRAP_ROOT by default, then ~/.bootstrap
#   --setup       also add a line to the startup file of your shell (bootstrap setup --shell)
#   --uninstall   undo --setup, and remove bootstrap and everything that it installed
#
# What it does: downloads the archive for this machine from BOOTSTRAP_RELEASES (by default the
# address below), compares it with the digest in this script, and lets the programs in it install
# themselves. Running it again is safe. A program that runs meanwhile finds either the old files or
# the new.
set -eu

version='@VERSION@'
address='@ADDRESS@'

# Prints the digest (SHA-256) of an archive, PLATFORM.xz or PLATFORM.gz, or nothing if there is none.
digest_for() {
  case $1 in
    # @DIGESTS@
    *) ;;
  esac
}

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "error: $1"
  shift
  for line; do say "  $line"; done
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# Prints the name of this machine's platform.
platform() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux) system=linux ;;
    Darwin)
      system=macos
      # A shell under Rosetta says x86_64.
      [ "$(sysctl -n hw.optional.arm64 2>/dev/null || :)" != 1 ] || machine=arm64
      ;;
  esac
  case $machine in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
  esac
  printf '%s-%s\n' "$system" "$machine"
}

# download URL FILE
download() {
  if has curl; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail "neither curl nor wget is here" "install   one of them, and run this script again"
  fi
}

digest_of() {
  if has sha256sum; then
    sha256sum <"$1" | cut -c1-64
  elif has shasum; then
    shasum -a 256 <"$1" | cut -c1-64
  elif has openssl; then
    openssl dgst -sha256 -r <"$1" | cut -c1-64
  else
    fail "no program here computes SHA-256 digests" \
      "install   sha256sum, shasum, or openssl, and run this script again"
  fi
}

# Prints the names of everything that may be in a root.
entries() {
  echo bin lib libexec programs share shims installs packages downloads index staging trash trust shells \
    previous releases releases.minisig version config store.sqlite store.sqlite-shm \
    store.sqlite-wal .config-lock
}

# Fails if the root has an entry that no root has, because the directory then belongs to something
# else.
check_root() {
  [ ! -f "$root/libexec/bootstrap-shim" ] || return 0
  # shellcheck disable=SC2012 # A name with blanks becomes several unknown names.
  for entry in $(ls -A "$root" 2>/dev/null || :); do
    case " $(entries) .install " in
      *" ${entry%%.??????} "* | *" $entry "*) ;;
      *) fail "$root is a directory of something else" "found     $root/$entry" \
        "try       --root with a new directory" ;;
    esac
  done
}

install_bootstrap() {
  platform=$(platform)
  # The archive of xz is smaller, but not every machine has xz.
  if has xz; then compression=xz; else compression=gz; fi
  expected=$(digest_for "$platform.$compression")
  [ -n "$expected" ] || fail "there is no bootstrap $version for $platform" \
    "available $(known_platforms)"
  has tar || fail "tar is missing" "install   it, and run this script again"
  has xz || has gzip || fail "neither xz nor gzip is here" \
    "install   one of them, and run this script again"

  check_root

  # In the root itself, because another file system may not run programs. Not in its `staging`,
  # where a bootstrap that runs meanwhile removes what it does not know.
  mkdir -p "$root" 2>/dev/null || fail "cannot write to $root" "try       --root with another directory"
  # Remove what a run that was killed more than a day ago left behind.
  find "$root/" -maxdepth 1 -name '.install.*' -mtime +0 -exec rm -rf {} +
  stage=$(mktemp -d "$root/.install.XXXXXX") || fail "cannot write to $root"
  trap 'rm -rf "$stage"' EXIT
  trap 'exit 130' INT TERM HUP

  name=bootstrap-$version-$platform
  url=${BOOTSTRAP_RELEASES:-$address}/$version/$name.tar.$compression
  say "downloading $url"
  download "$url" "$stage/archive" || fail "the download failed" "from      $url" \
    "try       again, or set BOOTSTRAP_RELEASES to the address of a mirror"
  actual=$(digest_of "$stage/archive")
  if [ "$actual" != "$expected" ]; then
    case $(head -c 512 "$stage/archive" | tr -d '\0' | tr '[:upper:]' '[:lower:]') in
      *"<html"* | *"<!doctype"*)
        fail "a web page came instead of the archive" "from      $url" \
          "try       logging in to your network or proxy, and run this script again"
        ;;
    esac
    fail "the archive is not the one that was released" "from      $url" \
      "expected  sha256:$expected" "got       sha256:$actual"
  fi

  case $compression in
    xz) unpack=xz ;;
    gz) unpack=gzip ;;
  esac
  if ! { "$unpack" -dc <"$stage/archive" >"$stage/archive.tar" \
    && tar -xf "$stage/archive.tar" -C "$stage"; }; then
    fail "the archive could not be unpacked in $root" "see       df -h $root"
  fi
  new=$stage/$name
  [ "$("$new/bin/bootstrap" --version 2>/dev/null)" = "bootstrap $version" ] \
    || fail "the program does not run on this machine" \
      "see       whether $root is on a file system that may run programs (noexec)"
  replaced=$("$root/bin/bootstrap" --version 2>/dev/null) || replaced=

  BOOTSTRAP_ROOT=$root "$new/bin/bootstrap" self-update --quiet --force --from "$new" || exit

  case $replaced in
    "" | "bootstrap $version") say "installed bootstrap $version in $root" ;;
    *) say "installed bootstrap $version in $root, in place of ${replaced#bootstrap }" ;;
  esac
  if [ "$setup" = yes ]; then
    BOOTSTRAP_ROOT=$given_root "$root/bin/bootstrap" setup --shell
  else
    say "run this to set up your shell:"
    case $root in
      *[!A-Za-z0-9/._-]*) printf '"%s" setup --shell\n' "$root/bin/bootstrap" ;;
      *) printf '%s\n' "$root/bin/bootstrap setup --shell" ;;
    esac
  fi
}

uninstall_bootstrap() {
  [ -f "$root/libexec/bootstrap-shim" ] || fail "bootstrap is not installed in $root"
  BOOTSTRAP_ROOT=$root "$root/bin/bootstrap" setup --shell --remove || :
  # By name, because other programs may keep files in bin, libexec, lib, and share.
  for entry in bin/bootstrap lib/libswiftCompatibilitySpan.dylib libexec/bootstrap-change \
    libexec/bootstrap-shim share/bash-completion/completions/bootstrap \
    share/zsh/site-functions/_bootstrap share/fish/vendor_completions.d/bootstrap.fish \
    share/man/man1/bootstrap.1; do
    rm -f "$root/$entry"
  done
  for entry in $(entries); do
    case $entry in bin | lib | libexec | share) continue ;; esac
    [ -L "$root/$entry" ] || [ ! -d "$root/$entry" ] \
      || chmod -R u+w "$root/$entry" 2>/dev/null || :
    rm -rf "${root:?}/$entry"
  done
  find "$root/" -maxdepth 1 -name '.install.*' -exec rm -rf {} +
  for folder in share/bash-completion/completions share/bash-completion \
    share/zsh/site-functions share/zsh share/fish/vendor_completions.d share/fish \
    share/man/man1 share/man share bin lib libexec .; do
    rmdir "$root/$folder" 2>/dev/null || :
  done
  rmdir "$root" 2>/dev/null || :
  if [ -e "$root" ]; then
    say "removed bootstrap, but not what else is in $root:"
    find "$root/" ! -type d | sed 's|//|/|; s/^/  /' >&2
  else
    say "removed $root"
  fi
}

main() {
  action=install setup=no root=${BOOTSTRAP_ROOT:-}
  while [ $# -gt 0 ]; do
    case $1 in
      --root)
        [ $# -ge 2 ] || fail "--root needs a directory"
        root=$2
        shift
        ;;
      --root=*) root=${1#--root=} ;;
      --setup) setup=yes ;;
      --uninstall) action=uninstall ;;
      -h | --help)
        usage
        return
        ;;
      *) fail "unknown option: $1" "known     --root DIR, --setup, --uninstall" ;;
    esac
    shift
  done
  given_root=$root
  [ -n "$root${HOME-}" ] || fail "HOME is not set" "try       --root with a directory"
  [ -n "$root" ] || root=${HOME-}/.bootstrap
  case $root in
    /*) ;;
    *) fail "the directory is not an absolute path: $root" ;;
  esac
  "${action}_bootstrap"
}

usage() {
  say "usage: sh install.sh [--root DIR] [--setup] [--uninstall]"
  say "Installs bootstrap $version in ~/.bootstrap, or in the directory of --root."
}

known_platforms() {
  for known in linux-x64 linux-arm64 macos-x64 macos-arm64; do
    [ -z "$(digest_for "$known.gz")" ] || printf '%s ' "$known"
  done
}

# Nothing runs before the whole script has been read.
main "$@"
