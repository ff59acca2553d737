import Diagnostics
import Filesystem
import Layout
import Releases
import Sandboxes
import Testing

/// The programs in a root, with scripts in their place.
@Suite struct InstalledProgramsTests {
  private let scratch: TemporaryDirectory
  private let root: Root
  private let staging: FilePath

  private static let files = [
    "bin/bootstrap", "libexec/bootstrap-change", "libexec/bootstrap-shim",
    "share/man/man1/bootstrap.1",
  ]

  init() throws {
    scratch = try TemporaryDirectory()
    root = Root(try scratch.path.resolvingLinks().appending("root"))
    staging = root.staging.appending("work")
    try staging.makeDirectories()
  }

  private var programs: InstalledPrograms { InstalledPrograms(in: root, Environment([:])) }

  /// Writes a release into a folder. An older one does not know that a root has `programs`.
  private func write(
    _ version: String, to folder: FilePath, isOlder: Bool = false, files: [String] = files
  ) throws -> ProgramFiles {
    let root = isOlder ? "echo /none" : "cd \"${0%/*}/../../..\" && pwd -P"
    let script = """
      #!/bin/sh
      case $1 in
        --version) echo bootstrap \(version) ;;
        root) \(root) ;;
      esac

      """
    for file in files {
      let path = folder.appending(file)
      try path.parentDirectory.makeDirectories()
      let text = file == "bin/bootstrap" ? script : "\(file) of \(version)"
      try path.replaceContents(with: Array(text.utf8), permissions: 0o755, isDurable: false)
    }
    return ProgramFiles(in: folder)
  }

  private func install(
    _ version: String, isOlder: Bool = false, files: [String] = files
  ) throws {
    let folder = staging.appending("release")
    let new = try write(version, to: folder, isOlder: isOlder, files: files)
    try programs.install(new, version: version, staging: staging)
    try emptyStaging()
  }

  private func rollBack() throws -> String? {
    let version = try programs.rollBack(staging: staging)
    try emptyStaging()
    return version
  }

  private func emptyStaging() throws {
    for name in try staging.entries() { try staging.appending(name).removeTree() }
  }

  private func text(_ path: String) throws -> String? {
    try root.path.appending(path).contentsIfPresent(limit: 1000).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Checks that all programs in the root are those of one version, and which version is kept.
  private func expect(
    _ version: String, earlier: String?, isLinked: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let environment = Environment([:])
    #expect(
      ProgramFiles(in: root.path).version(environment) == version, sourceLocation: sourceLocation)
    #expect(
      try text("libexec/bootstrap-shim") == "libexec/bootstrap-shim of \(version)",
      sourceLocation: sourceLocation)
    let change = root.program.exists ? try root.program.resolvingLinks() : root.program
    #expect(
      try change.parentDirectory.parentDirectory.appending("libexec/bootstrap-change")
        .contents(limit: 1000) == Array("libexec/bootstrap-change of \(version)".utf8),
      sourceLocation: sourceLocation)
    #expect(try (root.program.linkTarget() != nil) == isLinked, sourceLocation: sourceLocation)
    #expect(
      try programs.earlier?.version(environment) == earlier, sourceLocation: sourceLocation)
    #expect(try !programs.areMixed && !programs.haveRemains, sourceLocation: sourceLocation)
  }

  @Test func `updates and ways back change one link`() throws {
    try install("1.0")
    try expect("1.0", earlier: nil)
    #expect(try root.currentPrograms.linkTarget() == "1.0-1")
    #expect(try root.program.linkTarget() == "../programs/current/bin/bootstrap")
    #expect(try Root.containing(root.program.resolvingLinks()) == root)
    try install("2.0")
    try expect("2.0", earlier: "1.0")
    #expect(try rollBack() == "1.0")
    try expect("1.0", earlier: "2.0")
    #expect(try rollBack() == "2.0")
    try install("3.0")
    try expect("3.0", earlier: "2.0")
    #expect(try root.programs.entries() == ["2.0-1", "3.0-1", "current"])
    #expect(try root.path.appending("bin").entries() == ["bootstrap"])
  }

  @Test func `programs that cannot tell their root for a moment are not taken for older ones`()
    throws
  {
    try install("1.0")
    try install("2.0")
    let program = root.programs.appending("1.0-1/bin/bootstrap")
    let text = try program.contents(limit: 1000)
    let failing = "#!/bin/sh\n[ $1 = --version ] && echo bootstrap 1.0\n"
    try program.replaceContents(with: Array(failing.utf8), permissions: 0o755, isDurable: false)
    #expect(throws: FileError.self) { try rollBack() }
    try emptyStaging()
    try expect("2.0", earlier: "1.0")
    try program.replaceContents(with: text, permissions: 0o755, isDurable: false)
    #expect(try rollBack() == "1.0")
    try expect("1.0", earlier: "2.0")
  }

  @Test func `the same program again keeps the version to go back to`() throws {
    try install("1.0")
    try install("2.0")
    try root.programs.appending("2.0-1/libexec/bootstrap-shim").replaceContents(with: [1])
    try install("2.0")
    try expect("2.0", earlier: "1.0")
    #expect(try root.currentPrograms.linkTarget() == "2.0-2")
    #expect(try root.programs.entries() == ["1.0-1", "2.0-2", "current"])
  }

  @Test func `without an earlier version, nothing changes`() throws {
    #expect(try rollBack() == nil)
    try install("1.0")
    #expect(try rollBack() == nil)
    try expect("1.0", earlier: nil)
  }

  @Test func `files that a release lacks are not in the root`() throws {
    try install("1.0")
    try install("2.0", files: Self.files.filter { !$0.hasPrefix("share") })
    #expect(try root.path.appending("share/man/man1").entries() == [])
    #expect(try rollBack() == "1.0")
    #expect(try text("share/man/man1/bootstrap.1") == "share/man/man1/bootstrap.1 of 1.0")
  }

  @Test func `an update migrates a root of an older bootstrap`() throws {
    _ = try write("1.0", to: root.path, isOlder: true)
    _ = try write("0.9", to: root.previous, isOlder: true)
    #expect(try programs.earlier?.version(Environment([:])) == "0.9")
    try install("2.0")
    try expect("2.0", earlier: "1.0")
    #expect(try root.previous.linkStatus() == nil)
    #expect(try text("libexec/bootstrap-change") == nil)
  }

  @Test func `an older bootstrap gets its structure back, and the next update migrates it again`()
    throws
  {
    _ = try write("2.0", to: root.path)
    _ = try write("1.0", to: root.previous, isOlder: true)
    for _ in 1...2 {
      #expect(try rollBack() == "1.0")
      try expect("1.0", earlier: "2.0", isLinked: false)
      // Where an older bootstrap looks for them.
      #expect(ProgramFiles(in: root.previous).version(Environment([:])) == "2.0")
      #expect(try text("libexec/bootstrap-change") == "libexec/bootstrap-change of 1.0")
      #expect(try rollBack() == "2.0")
      try expect("2.0", earlier: "1.0")
    }
    try install("1.0", isOlder: true)
    try expect("1.0", earlier: "2.0", isLinked: false)
    try install("3.0")
    try expect("3.0", earlier: "1.0")
  }

  @Test func `programs that an older bootstrap has mixed are those of one release again`() throws {
    // Killed before it replaced the main program.
    _ = try write("1.0", to: root.path)
    _ = try write("1.0", to: root.previous)
    _ = try write("2.0", to: root.path, files: Self.files.filter { $0.hasPrefix("libexec") })
    #expect(try programs.areMixed)
    try programs.complete(staging: staging)
    try emptyStaging()
    try expect("1.0", earlier: nil)
    try install("2.0")
    try expect("2.0", earlier: "1.0")
  }

  @Test func `a migration that was interrupted is finished`() throws {
    try install("1.0")
    try install("2.0")
    // The shim program was not linked yet.
    try root.shimProgram.removeFile()
    _ = try write("1.0", to: root.path, files: ["libexec/bootstrap-shim"])
    #expect(try programs.areMixed)
    try programs.complete(staging: staging)
    try emptyStaging()
    try expect("2.0", earlier: "1.0")
  }

  @Test(arguments: [true, false])
  func `a failure leaves the programs as they were`(isLinked: Bool) throws {
    let files = Self.files.filter { !$0.hasPrefix("share") }
    if isLinked {
      try install("0.9")
      try install("1.0", files: files)
    } else {
      _ = try write("1.0", to: root.path, files: files)
      _ = try write("0.9", to: root.previous)
    }
    // The manual page cannot be placed.
    try root.path.appending("share/man").makeDirectories()
    try root.path.appending("share/man/man1").removeTree()
    try root.path.appending("share/man/man1").replaceContents(with: [])
    #expect(throws: FileError.self) { try install("2.0") }
    try emptyStaging()
    #expect(ProgramFiles(in: root.path).version(Environment([:])) == "1.0")
    #expect(try !programs.areMixed)
    #expect(try programs.earlier?.version(Environment([:])) == "0.9")
    #expect(try !root.programs.entries().contains("2.0-1"))
    try root.path.appending("share/man/man1").removeFile()
    try install("2.0")
    try expect("2.0", earlier: "1.0")
  }

  @Test func `without the link to the release in use, the others stay`() throws {
    for version in ["1.0", "2.0"] { try install(version) }
    try root.currentPrograms.removeFile()
    try programs.complete(staging: staging)
    try expect("2.0", earlier: "1.0")
    try root.currentPrograms.removeFile()
    try install("3.0")
    try expect("3.0", earlier: "2.0")
    // Each of the two may be the one in use after a way back.
    #expect(try rollBack() == "2.0")
    try root.currentPrograms.removeFile()
    try install("4.0")
    #expect(try root.programs.entries() == ["2.0-1", "3.0-1", "4.0-1", "current"])
    try install("5.0")
    try expect("5.0", earlier: "4.0")
  }

  @Test func `what is not ours in the folder of the releases stays`() throws {
    try root.programs.appending("notes").makeDirectories()
    try root.programs.appending("0.1-1").makeLink(to: "/")
    try install("1.0")
    try install("2.0")
    try install("3.0")
    #expect(try root.programs.entries() == ["0.1-1", "2.0-1", "3.0-1", "current", "notes"])
  }
}
