import Foundation
import Manifests
import SampleWheels
import Sandboxes
import Testing
import Vocabulary

/// Commands whose system calls fail. strace(1) makes them fail.
@Suite(
  .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "there is no strace"))
struct InjectedFaultTests {
  /// Locks a project with one tool, whose artifact is a tar archive.
  private func lockedProject() async throws {
    var tar = TarWriter()
    tar.add("bin/greet", "#!/bin/sh\necho greet\n", isExecutable: true)
    let bytes = tar.gzipBytes
    let digest = SHA256Digest(of: bytes).hexadecimal
    let artifact =
      "artifact greet 1.0 any tar.gz sha256:\(digest) \(bytes.count) greet.tgz provides greet"
    try SampleFolder([artifact]).write(to: "tools", in: sandbox)
    try sandbox.write("tools/greet.tgz", bytes)
    try sandbox.write(
      "Toolfile",
      """
      platforms "linux-x64", "linux-arm64", "macos-arm64"
      source "directory", "tools"
      tool "greet"

      """)
    try sandbox.makeDirectory(".git")
    expect(try await sandbox.run(["bootstrap", "lock", "--quiet"]))
  }

  /// Runs a command in which system calls fail.
  ///
  /// - Parameters:
  ///   - command: The arguments of `bootstrap`.
  ///   - fault: The calls that fail, as the option `inject` of strace(1) describes them.
  ///   - paths: The paths to which the calls must refer. Without any, every path counts.
  private func run(
    _ command: String, failing fault: String, on paths: String...
  ) async throws -> Outcome {
    let call = fault.prefix { $0 != ":" }
    var words = ["/usr/bin/strace", "-f", "-qq", "-o", sandbox.path("$SANDBOX/trace")]
    for path in paths { words += ["-P", sandbox.path(path)] }
    words += ["-e", "trace=\(call)", "-e", "inject=\(fault)", "bootstrap"]
    words += command.split(separator: " ").map {
      $0.hasPrefix("$") ? sandbox.path(String($0)) : String($0)
    }
    return try await sandbox.run(words)
  }

  @Test func `a temporary file that cannot be removed stays out of the installation`() async throws
  {
    try await lockedProject()
    _ = try await run("install --quiet", failing: "unlinkat:error=EIO:when=1")
    #expect(sandbox.text("$SANDBOX/trace")?.contains("\".CASE.") == true, "it was another call")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["bootstrap", "verify", "--quiet"]))
    #expect(sandbox.tree("$ROOT").filter { $0.contains("/.CASE.") } == [])
  }

  @Test(
    arguments: ["EIO", "EACCES", "EMFILE"],
    [("openat", "$ROOT/shims/.routes/greet"), ("getdents64", "$ROOT/shims/.routes")])
  func `what an install on demand left without its shim gets it from the next command`(
    code: String, failing: (call: String, path: String)
  ) async throws {
    try await lockedProject()
    let outcome = try await run(
      "exec --install greet", failing: "\(failing.call):error=\(code)", on: failing.path)
    #expect(outcome.exitCode == 127, "\(outcome)")
    #expect(!sandbox.tree("$ROOT/installs").isEmpty)
    #expect(!sandbox.exists("$ROOT/shims/greet"))
    #expect(try await sandbox.run(["bootstrap", "check"]).exitCode == 1)
    expect(try await sandbox.run(["bootstrap", "exec", "greet"]), output: "greet")
    expect(try await sandbox.run(["greet"]), output: "greet")
    // The shim finds that its route is missing, too.
    try sandbox.remove("$ROOT/shims/.routes/greet")
    expect(try await sandbox.run(["greet"]), output: "greet")
    #expect(sandbox.text("$ROOT/shims/.routes/greet") == "greet\n.\n")
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["bootstrap", "check", "--quiet"]))
  }

  /// A fault and the words and exit code with which a command reports it.
  struct Fault: CustomTestStringConvertible {
    let command: String
    /// The calls that fail, and the path to which they refer.
    let call: String
    let path: String
    let exitCode: Int32
    let words: [String]

    init(
      _ command: String, _ call: String, on path: String, _ exitCode: Int32, _ words: String...
    ) {
      self.command = command
      self.call = call
      self.path = path
      self.exitCode = exitCode
      self.words = words
    }

    var testDescription: String { "\(command), \(call) on \(path)" }
  }

  private static let store = "$ROOT/store.sqlite"

  @Test(arguments: [
    // A full disk, a full quota, and a disk without inodes.
    Fault("install --force", "openat:error=ENOSPC", on: store, 73, "the disk is full"),
    Fault("install --force", "openat:error=EDQUOT", on: store, 73, "the disk is full"),
    Fault("install --force", "openat:error=ENOSPC", on: "\(store)-wal", 73, "the disk is full"),
    Fault("install --force", "openat:error=ENOSPC", on: "\(store)-shm", 73, "the disk is full"),
    Fault("install --force", "pwrite64:error=EDQUOT", on: "\(store)-wal", 73, "the disk is full"),
    // A file system that becomes read-only.
    Fault("install --force", "openat:error=EROFS", on: "\(store)-wal", 73, "read-only"),
    Fault("install --force", "pwrite64:error=EROFS", on: "\(store)-wal", 73, "read-only"),
    Fault("install --force", "mkdirat:error=ENOSPC", on: "$ROOT", 73, "the disk is full"),
    Fault("install --force", "pwrite64:error=ENOSPC", on: "\(store)-wal", 73, "the disk is full"),
    Fault("install --force", "ftruncate:error=ENOSPC", on: "\(store)-shm", 73, "the disk is full"),
    // A file system that has no locks, or none left.
    Fault("install --force", "flock:error=EOPNOTSUPP", on: "$ROOT/staging/.lock", 74, "has locks"),
    Fault("install --force", "fcntl:error=ENOLCK", on: "\(store)-shm", 74, "No locks", "has locks"),
    Fault("prune --yes", "fcntl:error=ENOLCK", on: store, 74, "No locks", "has locks"),
    // What is only read needs no room.
    Fault("cache list", "openat:error=ENOSPC", on: "\(store)-wal", 0),
    Fault("list --size", "openat:error=ENOSPC", on: "\(store)-wal", 0),
    // A file system that cannot write a folder on request.
    Fault("install --force", "fsync:error=EINVAL", on: "$ROOT/staging", 0),
    Fault("lock", "fsync:error=EINVAL", on: "$PROJECT", 0),
    // Failures of the system.
    Fault("install --force", "openat:error=EMFILE", on: store, 74, "Too many open files"),
    Fault("install --force", "openat:error=EIO", on: store, 74, "Input/output error"),
    Fault("install --force", "openat:error=EMFILE", on: "\(store)-wal", 74, "Too many open files"),
    Fault("install --force", "pread64:error=EIO", on: store, 74, "disk I/O error"),
    Fault("check", "openat:error=EMFILE", on: "Toolfile", 74, "Toolfile", "Too many open files"),
    Fault("check", "read:error=EIO", on: "Toolfile", 74, "Toolfile", "Input/output error"),
    Fault("lock", "openat:error=EIO", on: "Toolfile", 74, "Toolfile", "Input/output error"),
    Fault("list", "openat:error=EMFILE", on: "Toolfile.lock", 74, "Too many open files"),
    Fault("check", "newfstatat:error=EIO", on: "Toolfile.lock", 74, "Input/output error"),
    Fault("verify", "openat:error=EMFILE", on: "$INSTALLED/.receipt", 74, "Too many open files"),
    Fault("verify", "openat:error=EMFILE", on: "$INSTALLED", 74, "Too many open files"),
    Fault("verify", "openat:error=ENFILE", on: "$INSTALLED/content/bin/greet", 74, "greet"),
    Fault("verify", "openat:error=EMFILE", on: "$DOWNLOAD", 74, "Too many open files"),
    Fault("verify", "openat:error=EMFILE", on: store, 74, "Too many open files"),
    Fault("install --force", "openat:error=EMFILE", on: "$DOWNLOAD", 74, "Too many open files"),
    Fault("install --force", "read:error=EIO", on: "$DOWNLOAD", 74, "Input/output error"),
    // What cannot be examined is not taken for missing or read-only.
    Fault("init -C $HOME", "newfstatat:error=EIO", on: "$HOME/.nvmrc", 74, ".nvmrc"),
    Fault("import", "openat:error=EIO", on: "$PROJECT/.tool-versions", 74, ".tool-versions"),
    Fault("setup --shell bash", "access:error=EIO", on: "$HOME/.bashrc", 74, ".bashrc"),
    Fault("setup --shell bash", "newfstatat:error=EIO", on: "$HOME/.profile", 74, ".profile"),
    Fault("rehash", "newfstatat:error=EIO", on: "$ROOT/libexec/bootstrap-shim", 74, "-shim"),
    Fault("uninstall greet", "newfstatat:error=EIO", on: "$PROJECT", 1, "greet 1.0 is in use"),
    // The disk does not return the bytes of an installed file, which a reinstall repairs.
    Fault("verify", "openat:error=EIO", on: "$INSTALLED/content/bin/greet", 1, "install --force"),
  ])
  func `a failure of the system is reported as such`(_ fault: Fault) async throws {
    try await lockedProject()
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let lock = try #require(sandbox.text("Toolfile.lock"))
    let digest = try #require(lock.firstMatch(of: /sha256:(\w{64})/)?.1)
    let id = try #require(lock.firstMatch(of: /linux-x64 (\w{40})/)?.1)
    let path = fault.path.replacing("$INSTALLED", with: "$ROOT/installs/greet/1.0-\(id)")
      .replacing("$DOWNLOAD", with: "$ROOT/downloads/sha256/\(digest)")
    if fault.command == "lock" { try sandbox.remove("Toolfile.lock") }
    for file in ["$HOME/.bashrc", "$HOME/.profile", "$HOME/.nvmrc", ".tool-versions"] {
      try sandbox.write(file, "# nothing\n")
    }
    let outcome = try await run(fault.command, failing: fault.call, on: path)
    #expect(sandbox.text("$SANDBOX/trace")?.contains("(INJECTED)") == true)
    #expect(outcome.ending == .exit(fault.exitCode), "\(outcome.standardError)")
    for words in fault.words {
      #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
    }
    #expect(outcome.standardError.contains("damaged") == fault.words.contains("install --force"))
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(try await sandbox.run(["bootstrap", "verify", "--quiet"]))
  }

  @Test func `a file system where nobody can set times is suitable`() async throws {
    try await lockedProject()
    expect(try await run("install --quiet", failing: "utimensat:error=EPERM"))
    #expect(sandbox.text("$SANDBOX/trace")?.contains("(INJECTED)") == true)
    expect(try await sandbox.run(["bootstrap", "verify", "--quiet"]))
    expect(try await run("exec greet", failing: "utimensat:error=EPERM"), output: "greet")
  }

  /// SQLite opens a store for reading if it cannot open it for writing.
  @Test(arguments: ["EMFILE", "EIO"])
  func `a store that could not be opened once is not read-only`(_ error: String) async throws {
    try await lockedProject()
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    expect(
      try await run(
        "install --force --quiet", failing: "openat:error=\(error):when=1", on: Self.store))
  }

  @Test(arguments: ["openat:error=ENOSPC:when=1+", "link:error=EDQUOT"])
  func `a store that cannot be created on a full disk is reported`(_ call: String) async throws {
    try await lockedProject()
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    let files = ["", "-wal", "-shm"].map { "\(Self.store)\($0)" }
    for file in files where sandbox.exists(file) { try sandbox.remove(file) }
    let outcome = try await run("install", failing: call, on: Self.store)
    #expect(outcome.exitCode == 73, "\(outcome.standardError)")
    #expect(outcome.standardError.contains("the disk is full"))
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
  }

  /// If SQLite cannot create a file, it tries to open the file for reading, which fails because
  /// the file is missing.
  @Test(arguments: ["ENOSPC", "EDQUOT"])
  func `a disk without inodes is a full disk`(_ error: String) async throws {
    try await lockedProject()
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
    // The second call is the one for reading. The third creates a file to find out why.
    let outcome = try await run(
      "install --force", failing: "openat:error=\(error):when=1+2", on: "\(Self.store)-wal",
      "\(Self.store).new-probe")
    #expect(outcome.exitCode == 73, "\(outcome.standardError)")
    #expect(outcome.standardError.contains("the disk is full"))
    #expect(sandbox.tree("$ROOT").filter { $0.contains("probe") } == [])
    expect(try await sandbox.run(["bootstrap", "install", "--quiet"]))
  }
}
