import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleGems
import Testing
import Vocabulary

@testable import Installation

// Tests of the Ruby that installs and runs the gems.
extension GemAssemblerTests {
  @Test func `a gem that needs another RubyGems is refused`() async throws {
    var colors = SampleGem("colors", "1.2")
    colors.rubygems = ">= 99"
    let paint = SampleGem("paint", "2.0", needs: ["colors": ">= 1"]).program("paint")
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.install(paint, [colors])
    }
    guard case .build(let build)? = problem, case .otherRuby(let ruby) = build.fault else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(problem?.exitCode == .notAvailable)
    #expect(ruby.gem == "colors 1.2")
    #expect(ruby.needs == ">= 99")
    #expect(ruby.part == .rubygems)
    #expect(try answer(to: "Gem::VERSION") == ruby.found)
    colors.rubygems = ">= 1.3"
    _ = try await world.install(paint, [colors])
  }

  @Test func `a Ruby in the home folder installs gems`() async throws {
    let home = world.project.appending("home")
    let bin = home.appending("versions/own/bin")
    try bin.makeDirectories()
    let own = bin.appending("ruby")
    try own.createFile(with: try GemWorld.systemRuby.contents(limit: 1 << 26))
    try own.setPermissions(0o755)
    let paint = SampleGem("paint", "2.0").program("paint")
    let staged = try await world.install(world.planned(paint), [paint.bytes], ruby: own)
    #expect(try Receipt.read(in: staged.folder)?.build?.ruby?.program == own.string)
    #expect(try world.run("paint", of: staged) == ["paint 2.0"])
  }

  @Test func `the shim of a version manager stands for the Ruby that it starts`() async throws {
    let shim = world.project.appending("ruby")
    try shim.createFile(with: "#!/bin/sh\nexec \(GemWorld.systemRuby) \"$@\"\n".utf8)
    try shim.setPermissions(0o755)
    let paint = SampleGem("paint", "2.0").program("paint")
    let staged = try await world.install(world.planned(paint), [paint.bytes], ruby: shim)
    let program = try Receipt.read(in: staged.folder)?.build?.ruby?.program
    #expect(try program == answer(to: "RbConfig.ruby"))
    #expect(try world.run("paint", of: staged) == ["paint 2.0"])
    try shim.replaceContents(with: Array("#!/bin/sh\necho no version is set\n".utf8))
    try shim.setPermissions(0o755)
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.install(world.planned(paint), [paint.bytes], ruby: shim)
    }
    guard case .build(let build)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(build.fault == .noRuby(path: shim.string))
  }

  @Test func `a build reads the folder of the Ruby unless it contains the home folder`() throws {
    let gem = SampleGem("paint", "2.0").program("paint")
    let ruby = try RubyProgram(for: world.planned(gem), in: world.root, system: GemWorld.systemRuby)
    #expect(ruby.folders(besides: "/home/me") == [ruby.folder])
    #expect(ruby.folders(besides: nil) == [ruby.folder])
    #expect(ruby.folders(besides: ruby.folder) == [])
    #expect(ruby.folders(besides: ruby.folder.appending("local")) == [])
  }
}
