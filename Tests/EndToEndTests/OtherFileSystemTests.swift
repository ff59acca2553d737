import Foundation
import Sandboxes
import Testing

#if os(Linux)
  /// Roots with a part on another file system, to which nothing can be renamed. The part is a mount
  /// point, because a link in the place of a folder is refused.
  @Suite(
    .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
    .enabled(if: MountNamespace.isAvailable, "only root can mount"))
  struct OtherFileSystemTests {
    private let index: SampleIndex

    init() throws {
      index = try SampleIndex(in: sandbox)
      try index.publish("ruff 0.17.5")
      try sandbox.write(
        "Toolfile", "platforms \"linux-x64\", \"linux-arm64\", \"macos-arm64\"\ntool \"ruff\"\n")
    }

    /// Runs commands one after another, in each of which `part` of the root is another file system.
    private func run(with part: String, _ commands: String...) async throws -> Outcome {
      let mounting =
        "/bin/mkdir -p $BOOTSTRAP_ROOT/\(part)\n/bin/mount -t tmpfs tmpfs $BOOTSTRAP_ROOT/\(part)"
      return try await sandbox.run(
        MountNamespace.running(([mounting] + commands).joined(separator: "\n")))
    }

    @Test func `downloads are copied`() async throws {
      expect(
        try await run(
          with: "downloads", "bootstrap install --quiet",
          "ls $BOOTSTRAP_ROOT/downloads/sha256 >kept",
          "bootstrap install --quiet --force --offline", "bootstrap verify --quiet --lock"))
      #expect(sandbox.text("kept")?.utf8.count == 65)
    }

    @Test func `downloads are listed and deleted on a full disk`() async throws {
      let script = """
        /bin/mkdir -p $HOME/disk
        /bin/mount -t tmpfs -o size=4m tmpfs $HOME/disk
        export BOOTSTRAP_ROOT=$HOME/disk/root
        bootstrap install --quiet
        name=\(String(repeating: "0", count: 64))
        head -c 300000 /dev/zero >$BOOTSTRAP_ROOT/downloads/sha256/$name
        head -c 9000000 /dev/zero >$HOME/disk/filler 2>/dev/null || true
        bootstrap cache list >listed
        bootstrap list --size >sizes
        bootstrap cache clean --quiet
        ls $BOOTSTRAP_ROOT/downloads/sha256 >kept
        """
      expect(try await sandbox.run(MountNamespace.running(script)))
      #expect(sandbox.text("listed")?.contains("not needed") == true)
      #expect(sandbox.text("kept")?.utf8.count == 65)
    }

    @Test func `no shim is made before the program that it runs`() async throws {
      // Only the shim program has no room.
      let script = """
        export BOOTSTRAP_ROOT=$HOME/other
        /bin/mkdir -p $BOOTSTRAP_ROOT/libexec
        /bin/mount -t tmpfs -o size=4k tmpfs $BOOTSTRAP_ROOT/libexec
        if bootstrap install --quiet 2>error; then exit 1; else echo $? >code; fi
        ls -A $BOOTSTRAP_ROOT/shims >shims 2>/dev/null || true
        if bootstrap check; then exit 1; fi
        /bin/mount -o remount,size=64m $BOOTSTRAP_ROOT/libexec
        bootstrap install --quiet
        $BOOTSTRAP_ROOT/shims/ruff
        """
      let outcome = try await sandbox.run(MountNamespace.running(script))
      #expect(outcome.exitCode == 0, "\(outcome.standardError)")
      #expect(outcome.standardOutput.contains("ruff 0.17.5"), "\(outcome.standardOutput)")
      #expect(sandbox.text("code") == "73\n")
      #expect(sandbox.text("error")?.contains("the disk is full") == true)
      #expect(sandbox.text("shims")?.contains("ruff") != true)
    }

    @Test func `a root on which no program runs is named before anything is written`() async throws
    {
      let message = """
        programs in $HOME/disk/root cannot run
          because   the file system of $HOME/disk is mounted with `noexec`
          try       mount it without `noexec`, or set BOOTSTRAP_ROOT to a folder on another disk
        """
      let script = """
        /bin/mkdir -p $HOME/disk
        /bin/mount -t tmpfs -o noexec tmpfs $HOME/disk
        export BOOTSTRAP_ROOT=$HOME/disk/root
        bootstrap install --quiet 2>install || echo $? >>codes
        ls -A . $HOME/disk >>names
        bootstrap check 2>check || echo $? >>codes
        /bin/mount -o remount,exec $HOME/disk
        bootstrap install --quiet
        /bin/mount -o remount,noexec $HOME/disk
        bootstrap check 2>>check || echo $? >>codes
        bootstrap exec ruff 2>exec || echo $? >>codes
        bootstrap doctor >doctor || echo $? >>codes
        bootstrap uninstall --quiet --force ruff
        """
      let outcome = try await sandbox.run(MountNamespace.running(script))
      #expect(outcome.exitCode == 0, "\(outcome.standardError)")
      func text(_ name: String) -> String { sandbox.redacted(sandbox.text(name) ?? "") }
      #expect(text("codes") == "74\n1\n1\n126\n1\n")
      #expect(text("install") == "error: \(message)\n")
      #expect(!text("names").contains("Toolfile.lock"))
      #expect(!text("names").contains("root"))
      #expect(text("check") == "no: \(message)\nno: \(message)\n")
      #expect(text("exec").contains("is mounted with `noexec`"))
      #expect(text("doctor").contains(message))
      #expect(!text("doctor").contains("chmod"))
    }

    @Test func `a copy for a project does not stay if it is not complete`() async throws {
      let script = """
        bootstrap install --quiet
        /bin/mkdir -p vendor/tools
        /bin/mount -t tmpfs -o size=4k tmpfs vendor/tools
        head -c 4096 /dev/zero >vendor/tools/filler
        bootstrap cache add 2>error || echo $? >code
        ls -A vendor/tools >names
        """
      expect(try await sandbox.run(MountNamespace.running(script)))
      #expect(sandbox.text("code") == "73\n")
      #expect(sandbox.text("error")?.contains("the disk is full") == true)
      #expect(sandbox.text("names") == "filler\n")
    }

    /// Some file systems cannot exchange two folders in one step.
    @Test(arguments: ["", "/usr/bin/strace -f -qq -o trace -e inject=renameat2:error=EINVAL "])
    func `what cannot be moved to the trash is deleted`(prefix: String) async throws {
      if !prefix.isEmpty, !FileManager.default.isExecutableFile(atPath: "/usr/bin/strace") {
        return
      }
      expect(
        try await run(
          with: "trash", "bootstrap install --quiet", "\(prefix)bootstrap install --quiet --force",
          "bootstrap verify --quiet", "bootstrap uninstall --quiet --force ruff",
          "ls $BOOTSTRAP_ROOT/trash >trash"))
      #expect(sandbox.text("trash") == "")
      #expect(sandbox.tree("$ROOT/installs").filter { $0 != "ruff/" } == [])
      #expect(sandbox.tree("$ROOT/staging").filter { !$0.hasPrefix(".lock") } == [])
    }

    @Test func `installations cannot be moved, which a message explains`() async throws {
      expect(
        try await run(with: "installs", "bootstrap install --quiet"), exitCode: 74,
        error: """
          error: cannot move an installation to another file system
            from      $ROOT/staging
            to        $ROOT/installs
            try       keep both directories on one file system
          """)
      #expect(sandbox.tree("$ROOT/staging").filter { !$0.hasPrefix(".lock") } == [])
    }
  }
#endif
