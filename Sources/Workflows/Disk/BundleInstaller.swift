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
    if [ ! -x "$root/bin/bootstrap" ]; then
      mkdir -p "$root"
      # The main program is the last, because its presence means that all files are there.
      (cd "$here/bootstrap" && find share libexec bin -type f 2>/dev/null) | while read -r file; do
        mkdir -p "$root/${file%/*}"
        cp "$here/bootstrap/$file" "$root/$file.new"
        mv -f "$root/$file.new" "$root/$file"
      done
      printf 'installed bootstrap in %s\n' "$root" >&2
    fi
    BOOTSTRAP_ROOT=$root "$root/bin/bootstrap" -C "$here" install --frozen --offline "$@"
    printf 'to set up your shell, run %s/bin/bootstrap setup --shell\n' "$root" >&2

    """#
}
