import Diagnostics
import Filesystem
import SampleGems
import SampleWheels
import Testing

@testable import Installation

/// Gems that try to write outside their folder, or to run code during their installation.
@Suite(.enabled(if: GemWorld.systemRuby.isExecutableFile, "there is no Ruby"))
struct HostileGemTests {
  private let world: GemWorld
  private let paint = SampleGem("paint", "2.0").program("paint")

  init() throws { world = try GemWorld() }

  /// Returns the fault of a tool whose part has additional archive entries.
  private func fault(
    adding change: (inout TarWriter) -> Void
  ) async throws -> ArtifactProblem? {
    let colors = SampleGem("colors", "1.2")
    var archive = colors.archive
    change(&archive)
    return try await world.artifactProblem(
      world.planned(paint, [colors]), [paint.bytes, colors.bytes(data: archive)])
  }

  @Test(arguments: [
    ("../x", MemberPathFailure.dots), ("lib/../../x", .dots), ("/tmp/x", .absolute),
    ("lib//x", .emptyComponent), ("lib/a\nb", .control), ("lib/\u{1B}[2J", .control),
    ("lib\\..\\x", .backslash),
  ])
  func `a path must stay in the gem`(path: String, failure: MemberPathFailure) async throws {
    let problem = try await fault { $0.add(path, "x") }
    #expect(problem?.fault == .archive(.member(path, .path(failure))))
    #expect(problem?.part == "colors 1.2")
    #expect(problem?.url == "https://example.org/colors-1.2.gem")
  }

  @Test func `a name must be text`() async throws {
    let problem = try await fault { $0.add(name: Array("lib/".utf8) + [0xFF], type: "0") }
    guard case .archive(.member(_, .path(.notUTF8)))? = problem?.fault else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func `links stay in the gem`() async throws {
    for target in ["../../../..", "/etc/passwd", "lib/../../../paint-2.0/lib/paint.rb"] {
      let problem = try await fault { $0.add("out", linkTo: target) }
      #expect(
        problem?.fault == .archive(.member("out", .linkLeadsOut(target: target))), "\(target)")
    }
    let through = try await fault {
      $0.add("out", linkTo: "lib")
      $0.add("out/x", "x")
    }
    #expect(through?.fault == .archive(.member("out/x", .fileAndDirectory)))
    let hard = try await fault { $0.add(name: Array("out".utf8), type: "1", linkTo: "/etc/passwd") }
    guard case .archive(.member("out", _))? = hard?.fault else {
      Issue.record("\(String(describing: hard))")
      return
    }
  }

  @Test(arguments: ["3", "4", "6"])
  func `a gem contains no devices and pipes`(type: String) async throws {
    let problem = try await fault { $0.add(name: Array("lib/x".utf8), type: type) }
    #expect(problem?.fault == .archive(.member("lib/x", .kind)))
  }

  @Test(arguments: [
    ("bindir: exe", "bindir: ../..", GemFault.unsafePath(field: "bindir")),
    ("bindir: exe", "bindir: /bin", .unsafePath(field: "bindir")),
    ("- lib", "- ../../lib", .unsafePath(field: "require_paths")),
    ("- paint", "- ../../bin/sh", .unsafePath(field: "executables")),
    ("extensions: []", "extensions: [../x/extconf.rb]", .unsafePath(field: "extensions")),
    ("extensions: []", "extensions: [\"ext/x\\nsystem('x')\"]", .unsafePath(field: "extensions")),
    ("extensions: []", "extensions: []\nextensions: []", .unreadableMetadata),
    ("extensions: []", "<<: {extensions: [x]}", .unreadableMetadata),
    ("platform: ruby", "platform: java/../..", .otherPlatform("java")),
    ("name: paint", "name: ../paint", .field("name")),
    ("version: '2.0'", "version: '2.0/../x'", .field("version")),
    (
      "dependencies: []", "dependencies: [{name: 'x>;', type: ':development'}]",
      .field("dependencies")
    ),
    (
      "dependencies: []", "dependencies: [{name: x, type: 'runtime;exit'}]",
      .field("dependencies")
    ),
    (
      "specification_version: 4", "specification_version: 4;exit",
      .field("specification_version")
    ),
    ("authors:", "authors: \(String(repeating: "[", count: 100))", .unreadableMetadata),
  ])
  func `a description names nothing outside the gem`(
    line: String, hostile: String, fault: GemFault
  ) async throws {
    #expect(paint.metadata.contains(line))
    let bytes = paint.bytes(metadata: paint.metadata.replacing(line, with: hostile))
    #expect(try await world.fault(world.planned(paint), [bytes]) == .gem("paint 2.0", fault))
  }

  @Test func `aliases cannot fill memory`() async throws {
    let lists = (1...40).map {
      "- &\($0) [\(Array(repeating: "*\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    let bomb = "authors:\n- &0 x\n" + lists.joined(separator: "\n")
    let bytes = paint.bytes(metadata: paint.metadata.replacing("authors:\n- Sample", with: bomb))
    #expect(
      try await world.fault(world.planned(paint), [bytes])
        == .gem("paint 2.0", .unreadableMetadata))
  }

  /// RubyGems decodes this path, and would write its second line as Ruby code into a specification.
  @Test func `encoded text becomes no code`() async throws {
    let bytes = paint.bytes(
      metadata: paint.metadata.replacing("- lib", with: "- !binary bGliCmFib3J0"))
    #expect(
      try await world.fault(world.planned(paint), [bytes])
        == .gem("paint 2.0", .refusedMetadata(reason: "it has an invalid path")))
  }

  @Test func `an entry occurs once`() async throws {
    var gem = TarWriter()
    for _ in 1...2 { gem.add("metadata.gz", GzipWriter.bytes(of: Array(paint.metadata.utf8))) }
    gem.add("data.tar.gz", paint.archive.gzipBytes)
    #expect(
      try await world.fault(world.planned(paint), [gem.bytes])
        == .archive(.member("metadata.gz", .duplicate)))
  }

  @Test func `an executable is a file of the gem`() async throws {
    var archive = TarWriter()
    archive.add("lib/paint.rb", "")
    #expect(
      try await world.fault(world.planned(paint), [paint.bytes(data: archive)])
        == .gem("paint 2.0", .missingExecutable(path: "exe/paint")))
  }

  @Test(arguments: ["coding:utf-16", "$(exit)", "`exit`", "#{exit}", "a;b", "ruby"])
  func `the name of an executable becomes no code`(name: String) async throws {
    let gem = SampleGem("paint", "2.0").program(name, script: "puts \"run\"\n")
    let metadata = gem.metadata.replacing(
      "executables:\n- \(name)", with: "executables: ['\(name)']")
    let staged = try await world.install(world.planned(gem), [gem.bytes(metadata: metadata)])
    #expect(try world.run(name, of: staged) == ["run"])
  }

  @Test func `the folder of executables becomes no code`() async throws {
    let bindir = "e'\u{3042}'+exit#{exit}"
    let gem = SampleGem("paint", "2.0").file("\(bindir)/paint", "puts \"run\"\n")
    var program = gem
    program.executables = ["paint"]
    let metadata = program.metadata.replacing("bindir: exe", with: "bindir: \"\(bindir)\"")
    let staged = try await world.install(
      world.planned(program), [program.bytes(metadata: metadata)])
    #expect(try world.run("paint", of: staged) == ["run"])
  }

  @Test func `an executable of another gem makes no difference`() async throws {
    let colors = SampleGem("colors", "1.2").program("paint", script: "puts \"other\"\n")
      .program("colors")
    let tool = SampleGem("paint", "2.0", needs: ["colors": ">= 0"])
      .program("paint", script: "puts \"own\"\n")
    let staged = try await world.install(tool, [colors])
    #expect(try world.run("paint", of: staged) == ["own"])
    #expect(try staged.folder.appending("bin").entries() == ["paint"])
  }

  @Test func `gems can need each other`() async throws {
    var colors = SampleGem("colors", "1.2").extension("colors_ext")
    let tool = SampleGem("paint", "2.0", needs: ["colors": ">= 0"])
      .program("paint", script: "puts Gem.loaded_specs.keys.sort.join(\" \")\n")
    colors = colors.needing("paint", ">= 2")
    let staged = try await world.install(tool, [colors], extensions: ["colors"])
    #expect(try world.run("paint", of: staged) == ["colors paint"])
  }
}
