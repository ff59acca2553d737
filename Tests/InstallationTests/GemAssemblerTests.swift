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

private let systemRuby: FilePath = "/usr/bin/ruby"

/// The installation of gems with the Ruby of the system.
@Suite(.enabled(if: systemRuby.isExecutableFile, "there is no Ruby"))
struct GemAssemblerTests {
  private let world: InstallationWorld

  init() throws {
    world = try InstallationWorld()
    try staging.makeDirectories()
  }

  private var staging: FilePath { world.root.staging.appending("work") }

  /// Plans the installation of a gem with the gems that it needs.
  private func planned(
    _ gem: SampleGem, _ others: [SampleGem] = [], extensions: [String] = [],
    named name: String? = nil
  ) throws -> PlannedInstallation {
    func artifact(_ gem: SampleGem) throws -> (SHA256Digest, Int, ArtifactURL) {
      let bytes = gem.bytes
      return (
        SHA256Digest(of: bytes), bytes.count,
        try #require(ArtifactURL("https://example.org/\(gem.fileName)"))
      )
    }
    let (digest, size, url) = try artifact(gem)
    return PlannedInstallation(
      tool: try #require(ToolName(name ?? gem.name)),
      version: try #require(VersionText(gem.version)),
      declaration: LockedDeclaration(source: "gem", options: [.init("package", gem.name)]),
      artifact: Artifact(
        platform: .current, format: .gem, digest: digest, size: size, urls: [url]),
      parts: try others.map { other in
        let (digest, size, url) = try artifact(other)
        return ArtifactPart(
          platform: nil, name: try #require(PartName(other.name)),
          version: try #require(VersionText(other.version)), format: .gem, digest: digest,
          size: size, url: url)
      },
      provides: try gem.executables.map { try #require(ExecutableName($0)) },
      extensions: try extensions.map { try #require(PartName($0)) })
  }

  private func install(
    _ planned: PlannedInstallation, _ files: [[UInt8]], ruby: FilePath? = systemRuby
  ) async throws -> StagedInstallation {
    try staging.removeTree()
    try staging.makeDirectories()
    let paths = try files.enumerated().map { index, bytes in
      let path = staging.appending("\(index).gem")
      try path.replaceContents(with: bytes, isDurable: false)
      return path
    }
    let fetched = FetchedInstallation(
      planned: planned,
      files: zip(planned.files, paths).map { FetchedFile(file: $0, path: $1, unpacked: nil) })
    let builds = BuildSettings(
      launcher: InstallationWorld.builds.launcher, jobs: 2, systemRuby: ruby)
    return try await Assemblers(
      in: world.root, Unpacker(), .standard, builds, staging: staging
    ) { _ in }.assemble(fetched)
  }

  private func install(
    _ gem: SampleGem, _ others: [SampleGem] = [], extensions: [String] = []
  ) async throws -> StagedInstallation {
    try await install(
      planned(gem, others, extensions: extensions), ([gem] + others).map(\.bytes))
  }

  /// Returns the lines that a program of an installation prints.
  private func run(
    _ name: String, of staged: StagedInstallation, _ arguments: [String] = [],
    variables: [String: String] = [:]
  ) throws -> [String] {
    let output = try ChildProcess.output(
      of: staged.folder.appending("bin").appending(name), arguments: arguments,
      environment: Environment(["PATH": "/usr/bin:/bin"].merging(variables) { $1 }),
      limit: 1 << 20)
    return String(decoding: try #require(output), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// Returns the fault of a rejected gem.
  private func fault(
    _ planned: PlannedInstallation, _ files: [[UInt8]]
  ) async throws -> ArtifactProblem.Fault? {
    let problem = await #expect(throws: Problem.self) { _ = try await install(planned, files) }
    if case .artifact(let artifact)? = problem { return artifact.fault }
    Issue.record("\(String(describing: problem))")
    return nil
  }

  @Test func `pure gems are installed and run`() async throws {
    let colors = SampleGem("colors", "1.2")
    let paint = SampleGem("paint", "2.0", needs: ["colors": ">= 1"]).program("paint")
    let staged = try await install(paint, [colors])
    #expect(
      try staged.folder.appending("content").entries() == ["bin", "gems", "specifications"])
    #expect(try run("paint", of: staged, ["a b"]) == ["colors 1.2", "paint 2.0", "a b"])
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
        puts ENV["GEM_HOME"], ENV["RUBYOPT"], ENV["RUBYLIB"], ENV["BUNDLER_SETUP"]

        """)
    let staged = try await install(paint, [json])
    let hostile = world.project.appending("hostile")
    try hostile.makeDirectory()
    for name in ["rubygems.rb", "json.rb", "setup.rb"] {
      try hostile.appending(name).createFile(with: "abort \"hostile\"\n".utf8)
    }
    let variables = [
      "GEM_HOME": "/nowhere", "GEM_PATH": "/nowhere", "RUBYOPT": "-rhostile",
      "RUBYLIB": hostile.string, "BUNDLER_SETUP": hostile.appending("setup.rb").string,
      "BUNDLE_GEMFILE": "/nowhere/Gemfile",
    ]
    #expect(
      try run("paint", of: staged, variables: variables) == [
        "1.0", "json paint", "/nowhere", "-rhostile", hostile.string,
        hostile.appending("setup.rb").string,
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
    let staged = try await install(paint, [json])
    #expect(
      try run("paint", of: staged) == [
        "2.0", "json (>= 0)", "true", "false", "Gem::Specification", "true", "true",
        "json-1.0 paint-2.0", "Gem::MissingSpecVersionError",
      ])
  }

  @Test func `a native extension is built if the lock lists it`() async throws {
    let native = SampleGem("native", "1.0").extension("native_ext")
    let tool = SampleGem("tool", "1.0", needs: ["native": ">= 0"])
      .program("tool", script: "require \"native_ext\"\nputs $native_ext\n")
    let staged = try await install(tool, [native], extensions: ["native"])
    #expect(try run("tool", of: staged) == ["42"])
    #expect(
      try await fault(planned(tool, [native]), [tool.bytes, native.bytes])
        == .gem("native 1.0", .unlistedExtension))
  }

  @Test func `an extension that fails is reported with its output`() async throws {
    let native = SampleGem("native", "1.0").program("native").extension("native_ext")
      .extension(at: "ext/bad/extconf.rb", script: "abort \"libgone is missing\"\n")
    let problem = await #expect(throws: Problem.self) {
      _ = try await install(native, extensions: ["native"])
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
      try await fault(planned(gem), [other.bytes]) == .gem("paint 2.0", .otherGem("paint 2.1")))
    #expect(
      try await fault(planned(gem), [gem.bytes(metadata: "--- []\n")])
        == .gem("paint 2.0", .unreadableMetadata))
  }

  @Test func `metadata that RubyGems refuses is the fault of its gem`() async throws {
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program("paint")
    let bytes = json.bytes(metadata: json.metadata + "post_install_message: :symbol\n")
    guard
      case .gem("json 1.0", .refusedMetadata(let reason))? =
        try await fault(planned(paint, [json]), [paint.bytes, bytes])
    else {
      Issue.record("another fault")
      return
    }
    #expect(reason.contains("unspecified class"))
  }

  @Test func `object files of an extension are removed`() async throws {
    let native = SampleGem("native", "1.0").program("native").extension("native_ext")
      .file("lib/shipped.o", "")
    let staged = try await install(native, extensions: ["native"])
    let gem = staged.folder.appending("content/gems/native-1.0")
    let built = try gem.appending("ext/native_ext").entries()
    #expect(built.contains("Makefile") && !built.contains("native_ext.o"))
    #expect(gem.appending("lib/shipped.o").exists)
  }

  @Test func `a fault in a needed gem names that gem and its address`() async throws {
    var archive = TarWriter()
    archive.add("../outside", "")
    let json = SampleGem("json", "1.0")
    let paint = SampleGem("paint", "2.0", needs: ["json": ">= 0"]).program("paint")
    for bytes in [json.bytes(data: archive), json.bytes(metadata: "--- []\n")] {
      let problem = await #expect(throws: Problem.self) {
        _ = try await install(planned(paint, [json]), [paint.bytes, bytes])
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
    let problem = await #expect(throws: Problem.self) { _ = try await install(gem) }
    guard case .build(let build)? = problem,
      case .otherRuby(let title, let needs, _, let path) = build.fault
    else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(title == "paint 2.0")
    #expect(needs == ">= 99")
    #expect(path == "/usr/bin/ruby")
  }

  @Test func `gems need a Ruby`() async throws {
    let gem = SampleGem("paint", "2.0").program("paint")
    let problem = await #expect(throws: Problem.self) {
      _ = try await install(planned(gem), [gem.bytes], ruby: nil)
    }
    guard case .build(let build)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(build.fault == .noRuby(path: nil))
  }
}
