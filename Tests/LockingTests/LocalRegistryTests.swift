import Diagnostics
import Filesystem
import Foundation
import IndexWorlds
import Locking
import Manifests
import Projects
import SampleWheels
import Testing
import Vocabulary

/// Registries of a project on this machine.
@Suite struct LocalRegistryTests {
  private let world: IndexWorld

  init() throws {
    world = try IndexWorld()
    var tar = TarWriter()
    tar.add("registry/tools/lint.rb", "define \"lint\" do\n  pypi \"ruff\"\nend\n")
    try world.path.appending("registry.tar.gz").replaceContents(with: tar.gzipBytes)
    world.index.publish("ruff", "1.0")
  }

  @Test func `an archive in the repository defines tools`() async throws {
    let text = "registry \"./registry.tar.gz\"\ntool \"lint\", platforms: [\"linux-x64\"]\n"
    try world.path.appending(Toolfile.name).replaceContents(with: Array(text.utf8))
    let project = try Project.load(world.path) { $0.lastComponent }
    let lock = try await world.locking.resolve(LockRequest(project, replacing: nil)).lock
    #expect(lock.registries.map(\.name) == ["registry"])
    #expect(lock.registries.map(\.address) == ["./registry.tar.gz"])
    #expect(lock.tools.map(\.name.text) == ["lint"])
    #expect(lock.tools.first?.definition?.registry == "registry")
  }

  @Test func `a pipe or a folder beside the files of a registry is ignored`() async throws {
    let folder = world.path.appending("registry")
    try folder.appending("folder.rb").makeDirectories()
    try folder.appending("lint.rb").replaceContents(
      with: Array("define \"lint\" do\n  pypi \"ruff\"\nend\n".utf8))
    #expect(unsafe folder.appending("pipe.rb").withCString { unsafe mkfifo($0, 0o644) } == 0)
    let registry = LocalRegistry(at: folder, named: "registry")
    #expect(try await registry.content().definitions.map(\.name.text) == ["lint"])
  }

  @Test func `a missing or a damaged archive is an error`() async throws {
    let path = world.path.appending("registry.tar.gz")
    try path.replaceContents(with: Array("text".utf8))
    for name in ["registry.tar.gz", "missing.zip"] {
      let registry = LocalRegistry(at: world.path.appending(name), named: name)
      await #expect(throws: Problem.self, "\(name)") { try await registry.content() }
    }
  }
}
