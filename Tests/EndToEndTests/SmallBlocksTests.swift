import Foundation
import Sandboxes
import Testing

/// Roots on a full disk whose blocks are smaller than the pages of SQLite's shared memory.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(
    if: MountNamespace.isAvailable
      && FileManager.default.isExecutableFile(atPath: "/usr/sbin/mkfs.ext4")
      && FileManager.default.fileExists(atPath: "/dev/loop-control"),
    "this machine cannot mount an image"))
struct SmallBlocksTests {
  /// Fills the disk except for a few KiB, and runs a command with each amount.
  private static let script = """
    PATH=$PATH:/usr/sbin:/usr/bin:/bin
    truncate -s 8M "$HOME/image"
    mkfs.ext4 -q -b 1024 -m 0 -O ^has_journal "$HOME/image"
    mkdir -p "$HOME/disk"
    mount -o loop "$HOME/image" "$HOME/disk"
    export BOOTSTRAP_ROOT="$HOME/disk/root"
    bootstrap install --quiet
    set +e
    for rest in 0 1 2 4 8 12 16 20 24 28 32 36 40 48 56 64 96; do
      rm -f "$HOME/disk/filler" "$BOOTSTRAP_ROOT"/store.sqlite-*
      free=$(df -k --output=avail "$HOME/disk" | tail -1)
      head -c $(( (free - rest) * 1024 )) /dev/zero >"$HOME/disk/filler" 2>/dev/null
      for command in "install --force" "cache list" "verify"; do
        bootstrap $command >/dev/null 2>"$HOME/error"
        status=$?
        case $status in
        0 | 1) ;;
        73) grep "^error" "$HOME/error" ;;
        *) echo "$rest KiB: $command ended with $status"; head -3 "$HOME/error" ;;
        esac
      done
    done | sort -u
    rm -f "$HOME/disk/filler"
    bootstrap install --quiet && bootstrap verify --quiet || echo "the root is damaged"
    umount "$HOME/disk"
    """

  @Test func `a full disk is an error`() async throws {
    try sandbox.makeDirectory(".git")
    try SampleFolder(["tool greet 1.0"]).write(to: "tools", in: sandbox)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "directory", "tools"
      tool "greet"

      """)
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
    expect(
      try await sandbox.run(MountNamespace.running(Self.script)),
      output: "error: the disk is full")
  }
}
