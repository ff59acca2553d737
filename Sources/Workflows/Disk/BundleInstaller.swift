/// The script in a bundle that installs it.
enum BundleInstaller {
  static let text = #"""
    #!/bin/sh
    # Installs bootstrap and the tools of the Toolfile beside this script. Needs no network.
    #
    # bootstrap goes to $BOOTSTRAP_ROOT, by default ~/.bootstrap. If it is installed there, it stays
    # as it is. Afterward, `bootstrap install --offline` also works in other copies of the project.
    set -eu
    case $0 in
      */*) here=$(cd "${0%/*}" && pwd) ;;
      *) here=$(pwd) ;;
    esac
    root=${BOOTSTRAP_ROOT:-${HOME:?HOME is not set}/.bootstrap}
    fail() {
      printf 'error: %s\n' "$1" >&2
      exit 1
    }
    case $root in
      /*) ;;
      *) fail "the directory is not an absolute path: $root" ;;
    esac
    if ! "$root/bin/bootstrap" --version >/dev/null 2>&1; then
      "$here/bootstrap/bin/bootstrap" --version >/dev/null 2>&1 \
        || fail "the bootstrap of this bundle does not run on this machine"
      mkdir -p "$root" || fail "cannot write to $root"
      BOOTSTRAP_ROOT=$root "$here/bootstrap/bin/bootstrap" self-update --quiet \
        --from "$here/bootstrap" || exit
      printf 'installed bootstrap in %s\n' "$root" >&2
    fi
    BOOTSTRAP_ROOT=$root "$root/bin/bootstrap" -C "$here" install --frozen --offline "$@"
    printf 'to set up your shell, run %s/bin/bootstrap setup --shell\n' "$root" >&2

    """#
}
