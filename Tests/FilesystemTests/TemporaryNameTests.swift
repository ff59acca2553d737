import Filesystem
import Sandboxes
import Testing

/// Files that killed processes leave behind.
@Suite struct TemporaryNameTests {
  private let scratch: TemporaryDirectory
  /// A temporary name of a process whose id is larger than any that a system gives.
  private static let abandoned = ".Toolfile.lock.99999999-1abc"

  init() throws {
    scratch = try TemporaryDirectory()
  }

  /// Creates files without a kernel lock, which a child process that another test is starting could
  /// hold for a moment.
  private func write(_ names: String...) throws {
    for name in names {
      _ = try FileDescriptor.open(scratch.path.appending(name), .create(permissions: 0o600))
    }
  }

  @Test func `only files of ended processes are abandoned`() throws {
    let own = scratch.path.appending("Toolfile.lock").temporarySibling().lastComponent
    let kept = [".Toolfile.lock", ".hidden", ".x.99999999-A", ".x.99999999", own, "x.99999999-1"]
    for name in kept { try write(name) }
    try write(Self.abandoned)
    try scratch.path.appending(".ruff.99999999-z").makeLink(to: "nowhere")
    scratch.path.removeAbandonedFiles()
    #expect(try scratch.path.entries() == kept.sorted())
    scratch.path.removeAbandonedFiles(isExclusive: true)
    #expect(try scratch.path.entries() == kept.filter { $0 != own }.sorted())
  }

  @Test func `a file that a process of another container writes is kept`() throws {
    let file = try FileDescriptor.open(
      scratch.path.appending(Self.abandoned), .create(permissions: 0o600))
    file.markAsInUse()
    scratch.path.removeAbandonedFiles()
    #expect(try scratch.path.entries() == [Self.abandoned])
    _ = try file.status()
  }

  @Test func `rewriting a file removes what killed processes left of it`() throws {
    try write(Self.abandoned, ".other.99999999-1")
    try scratch.path.appending("Toolfile.lock").rewrite(with: "new".utf8)
    #expect(try scratch.path.entries() == [".other.99999999-1", "Toolfile.lock"])
  }

  @Test func `rewriting a file through a link removes what is left beside the file`() throws {
    let folder = scratch.path.appending("dotfiles")
    try folder.makeDirectory()
    for name in ["zshrc", ".zshrc.99999999-1", ".other.99999999-1"] {
      _ = try FileDescriptor.open(folder.appending(name), .create(permissions: 0o600))
    }
    try scratch.path.appending(".zshrc").makeLink(to: "dotfiles/zshrc")
    try scratch.path.appending(".zshrc").rewrite(with: "new".utf8)
    #expect(try folder.entries() == [".other.99999999-1", "zshrc"])
  }
}
