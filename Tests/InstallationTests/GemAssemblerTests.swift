import Archives
import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleGems
import SampleWheels
import Sandboxes
import SourceKinds
import Testing
import Transport
import Vocabulary

@testable import Installation

/// The installation of gems with the Ruby of the system.
@Suite(.enabled(if: GemWorld.systemRuby.isExecutableFile, "there is no Ruby"))
struct GemAssemblerTests {
  let world: GemWorld

  init() throws { world = try GemWorld() }

  /// Returns what the system's Ruby prints for an expression.
  func answer(to expression: String) throws -> String {
    let output = try ChildProcess.output(
      of: GemWorld.systemRuby, arguments: ["-e", "puts \(expression)"],
      environment: Environment(["PATH": "/usr/bin:/bin"]), limit: 1 << 10)
    return String(decoding: try #require(output), as: UTF8.self).filter { $0 != "\n" }
  }

  @Test func `pure gems are installed and run`() async throws {
    let colors = SampleGem("colors", "1.2")
    let paint = SampleGem("paint", "2.0", needs: ["colors": ">= 1"]).program("paint")
    let staged = try await world.install(paint, [colors])
    #expect(
      try staged.folder.appending("content").entries() == ["bin", "gems", "specifications"])
    #expect(try world.run("paint", of: staged, ["a b"]) == ["colors 1.2", "paint 2.0", "a b"])
    let receipt = try #require(try Receipt.read(in: staged.folder))
    #expect(receipt == staged.receipt)
    #expect(receipt.contentID == receipt.id)
    #expect(receipt.build?.ruby?.program == "/usr/bin/ruby")
    #expect(receipt.build?.steps == [])
  }

  @Test func `a program ignores variables, other gems, and a Gemfile nearby`() async throws {
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program(
      "paint",
      script: """
        require "json"
        puts Sample::VERSIONS["json"], Gem.loaded_specs.keys.sort.join(" ")
        gem "json"
        puts ENV["GEM_HOME"], ENV["RUBYOPT"], ENV["RUBYLIB"], ENV["BUNDLER_SETUP"]
        puts ENV["GEM_SKIP"]

        """)
    let staged = try await world.install(paint, [json])
    let hostile = world.project.appending("hostile")
    try hostile.makeDirectory()
    for name in ["rubygems.rb", "json.rb", "setup.rb"] {
      try hostile.appending(name).createFile(with: "abort \"hostile\"\n".utf8)
    }
    let variables = [
      "GEM_HOME": "/nowhere", "GEM_PATH": "/nowhere", "RUBYOPT": "-rhostile",
      "RUBYLIB": hostile.string, "BUNDLER_SETUP": hostile.appending("setup.rb").string,
      "BUNDLE_GEMFILE": "/nowhere/Gemfile", "GEM_SKIP": "json:paint",
    ]
    #expect(
      try world.run("paint", of: staged, variables: variables) == [
        "1.0", "json paint", "/nowhere", "-rhostile", hostile.string,
        hostile.appending("setup.rb").string, "json:paint",
      ])
  }

  @Test func `a program can ask for everything about its gems`() async throws {
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program(
      "paint",
      script: """
        puts Gem.loaded_specs["paint"].version, Gem.loaded_specs["paint"].dependencies.join
        puts Gem.loaded_specs["json"].respond_to?(:summary), gem("json", "1.0")
        found = Gem::Specification.find_by_name("json")
        puts found.class, found.activated?, found.equal?(Gem.loaded_specs["json"].to_spec)
        puts Gem::Specification.select(&:activated?).map(&:full_name).sort.join(" ")
        begin
          gem "json", "2.0"
        rescue Gem::LoadError => error
          puts error.class
        end

        """)
    let staged = try await world.install(paint, [json])
    #expect(
      try world.run("paint", of: staged) == [
        "2.0", "json (>= 0)", "true", "false", "Gem::Specification", "true", "true",
        "json-1.0 paint-2.0", "Gem::MissingSpecVersionError",
      ])
  }

  @Test func `a native extension is built if the lock lists it`() async throws {
    let native = SampleGem("native", "1.0").extension("native_ext")
    let tool = SampleGem("tool", "1.0", needs: ["native": ">= 0"])
      .program("tool", script: "require \"native_ext\"\nputs $native_ext\n")
    let staged = try await world.install(tool, [native], extensions: ["native"])
    #expect(try world.run("tool", of: staged) == ["42"])
    #expect(
      try await world.fault(world.planned(tool, [native]), [tool.bytes, native.bytes])
        == .gem("native 1.0", .unlistedExtension))
  }

  @Test func `built files do not depend on the folder`() async throws {
    let native = SampleGem("native", "1.0").extension("native_ext")
      .program("native", script: "require \"native_ext\"\nputs $native_ext\n")
    let staged = try await world.install(native, extensions: ["native"])
    #expect(try world.run("native", of: staged) == ["42"])
    let other = try GemWorld(root: "longer-name")
    let second = try await other.install(native, extensions: ["native"])
    #expect(second.receipt.files == staged.receipt.files)
    let paths = try filePaths(in: staged.folder)
    #expect(paths.contains { $0.string.hasSuffix("native_ext.so") })
    for path in paths {
      let text = String(decoding: try path.contents(limit: 1 << 24), as: UTF8.self)
      #expect(!text.contains(staged.folder.string), "\(path)")
    }
  }

  private func filePaths(in folder: FilePath) throws -> [FilePath] {
    try folder.entries().flatMap { name -> [FilePath] in
      let path = folder.appending(name)
      switch try path.linkStatus()?.kind {
      case .directory: return try filePaths(in: path)
      case .file: return [path]
      default: return []
      }
    }
  }

  @Test func `an extension that fails is reported with its output`() async throws {
    let native = SampleGem("native", "1.0").program("native").extension("native_ext")
      .extension(at: "ext/bad/extconf.rb", script: "abort \"libgone is missing\"\n")
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.install(native, extensions: ["native"])
    }
    guard case .build(let build)? = problem,
      case .gemExtension(let gem, let step) = build.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(gem == "native 1.0")
    #expect(step.lastLines.contains { $0.contains("libgone is missing") })
    #expect(build.log != nil)
  }

  @Test func `another gem than the locked one is rejected`() async throws {
    let gem = SampleGem("paint", "2.0").program("paint")
    let other = SampleGem("paint", "2.1").program("paint")
    #expect(
      try await world.fault(world.planned(gem), [other.bytes])
        == .gem("paint 2.0", .otherGem("paint 2.1")))
    #expect(
      try await world.fault(world.planned(gem), [gem.bytes(metadata: "--- []\n")])
        == .gem("paint 2.0", .field("name")))
  }

  @Test func `metadata that RubyGems refuses is the fault of its gem`() async throws {
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program("paint")
    let bytes = json.bytes(metadata: json.metadata + "post_install_message: :symbol\n")
    guard
      case .gem("json 1.0", .refusedMetadata(let reason))? =
        try await world.fault(world.planned(paint, [json]), [paint.bytes, bytes])
    else {
      Issue.record("another fault")
      return
    }
    #expect(reason.contains("unspecified class"))
  }

  @Test func `object files of an extension are removed`() async throws {
    let native = SampleGem("native", "1.0").program("native").extension("native_ext")
      .file("lib/shipped.o", "")
    let staged = try await world.install(native, extensions: ["native"])
    let gem = staged.folder.appending("content/gems/native-1.0")
    let built = try gem.appending("ext/native_ext").entries()
    #expect(built.contains("extconf.rb") && !built.contains("native_ext.o"))
    #expect(gem.appending("lib/shipped.o").exists)
  }

  @Test func `a fault in a needed gem names that gem and its address`() async throws {
    var archive = TarWriter()
    archive.add("../outside", "")
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program("paint")
    for bytes in [json.bytes(data: archive), json.bytes(metadata: "--- []\n")] {
      let problem = await #expect(throws: Problem.self) {
        _ = try await world.install(world.planned(paint, [json]), [paint.bytes, bytes])
      }
      guard case .artifact(let artifact)? = problem else {
        Issue.record("\(String(describing: problem))")
        return
      }
      #expect(artifact.part == "json 1.0")
      #expect(artifact.url == "https://example.org/json-1.0.gem")
    }
  }

  @Test func `a gem that needs another Ruby is refused`() async throws {
    let gem = SampleGem("paint", "2.0", ruby: ">= 99").program("paint")
    let problem = await #expect(throws: Problem.self) { _ = try await world.install(gem) }
    guard case .build(let build)? = problem,
      case .otherRuby(let ruby) = build.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(ruby.gem == "paint 2.0")
    #expect(ruby.needs == ">= 99")
    #expect(ruby.part == .ruby)
    #expect(ruby.found == ruby.version)
    #expect(ruby.path == "/usr/bin/ruby")
    #expect(ruby.isOfSystem)
  }

  @Test func `gems need a Ruby`() async throws {
    let gem = SampleGem("paint", "2.0").program("paint")
    let problem = await #expect(throws: Problem.self) {
      _ = try await world.install(world.planned(gem), [gem.bytes], ruby: nil)
    }
    guard case .build(let build)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(build.fault == .noRuby(path: nil))
  }
}
