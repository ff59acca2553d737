import Cryptography
import Diagnostics
import Filesystem
import IndexWorlds
import Installation
import Inventory
import Layout
import Locking
import LoopbackServer
import Manifests
import Projects
import SampleWheels
import Sandboxes
import Selection
import SourceKinds
import Testing
import ToolSources
import Trust
import Versions
import Vocabulary
import Workflows

/// A test environment: a temporary root, an index on a loopback server, and workflows that use
/// nothing else.
struct WorkflowWorld {
  private let world: IndexWorld
  /// Opens the root's inventory for the workflows.
  let inventorySource: InventorySource

  /// Creates an empty folder and starts a server without pages.
  ///
  /// - Parameter source: Opens the inventory, which is in memory by default. Memory is enough for
  ///   tests that do not use the store's file.
  init(
    kinds: [any OpenableSourceKind.Type] = ShippedSource.allCases.map(\.openableKind),
    inventory source: InventorySource = .open(.inMemory())
  ) throws {
    world = try IndexWorld(kinds: kinds)
    inventorySource = source
  }

  /// The inventory of the root.
  var inventory: InstallationInventory {
    get async throws { try await inventorySource.open(root) }
  }

  var path: FilePath { world.path }
  var root: Root { world.root }
  var index: SimpleIndex { world.index }
  /// The only folder on `PATH`, outside the project.
  var system: TemporaryDirectory { world.system }
  /// A provider that opens sources as a new process would, with the current settings.
  var sources: SourceProvider { world.sources }

  private var environment: Environment { world.environment }

  /// Returns a selector, which finds the versions that run in the test's folder.
  func selector() throws -> Selector {
    try Selector(root: root, environment: environment, directory: path) { $0.lastComponent }
  }

  /// A lock workflow that measures cooldowns at a fixed time in 2027.
  var locking: LockWorkflow {
    LockWorkflow(
      sources: sources, trust: trust, now: ReleaseTime(secondsSince1970: 1_800_000_000)
    ) { _ in }
  }

  var installing: InstallWorkflow {
    InstallWorkflow(
      sources, locking: locking, trust: trust,
      builds: BuildSettings(launcher: "/nowhere/bootstrap-change", jobs: 1),
      inventory: inventorySource
    ) { _ in }
  }

  /// A gate without recorded consent, which cannot ask.
  var trust: TrustGate {
    TrustGate(TrustRule(root, environment), formatPath: \.string) { _ in }
  }

  /// Installs `planned` as the locked tools of a project in `folder`.
  @discardableResult
  func install(
    _ planned: [PlannedInstallation], for folder: FilePath = "/project", isForced: Bool = false
  ) async throws -> InstallWorkflow.Report {
    let toolfile = "source \"pypi\"\n" + planned.map { "tool \"\($0.tool)\"\n" }.joined()
    let lock = try lock(of: planned)
    var request = InstallWorkflow.Request()
    request.project = Project(
      folder: folder, toolfile: try Toolfile(parsing: Array(toolfile.utf8), path: Toolfile.name),
      pins: nil, lock: lock)
    request.chain = PinChain(directories: [.init(folder: folder)], global: .init(folder: root.path))
    request.isForced = isForced
    return try await installing.install(request)
  }

  /// Returns a lock of tools for this platform.
  func lock(of tools: [PlannedInstallation]) throws -> Lockfile {
    Lockfile(
      platforms: [.current],
      tools: try tools.map { planned in
        let want = LockedTool.Want(try Requirement(parsing: []), by: .toolfile)
        return LockedTool(
          name: planned.tool, version: planned.version, wants: [want],
          declared: planned.declaration, provides: planned.provides.map { .init($0) }
        ).with { $0.artifacts = [planned.artifact] }
      }, replacing: nil)
  }

  /// Installs a pin without a project, as `bootstrap install ruff@1.0` does. If `version` is `nil`,
  /// installs the newest version.
  ///
  /// - Parameter isTyped: Whether `version` may be the beginning of one.
  @discardableResult
  func installPin(
    _ tool: String, _ version: String?, isTyped: Bool = false
  ) async throws -> InstallWorkflow.Report {
    try define(tool)
    var request = InstallWorkflow.Request()
    let name = try #require(ToolName(tool))
    let version = try version.map { try #require(VersionText($0)) }
    request.pins = [
      isTyped
        ? PinRequest(
          tool: name, typed: version.flatMap { TypedVersion($0.text) }, origin: .commandLine)
        : PinRequest(tool: name, version: version, origin: .commandLine)
    ]
    return try await installing.install(request)
  }

  /// Defines the tool in the user's registry as the package of the same name.
  func define(_ tool: String) throws {
    try root.path.makeDirectories()
    let registry = root.path.appending("\(tool).rb")
    let text = "define \"\(tool)\" do\n  pypi \"\(tool)\"\nend\n"
    try registry.replaceContents(with: Array(text.utf8))
    let settings = String(
      decoding: (try? root.config.contents(limit: 1 << 20)) ?? [], as: UTF8.self)
    let line = "registry \(tool).rb\n"
    if settings.contains(line) { return }
    try root.config.replaceContents(with: Array((settings + line).utf8))
  }

  /// Publishes a wheel for this machine and returns the installation that a lock
  /// would plan from it.
  func planned(_ wheel: Wheel) throws -> PlannedInstallation {
    index.publish(wheel)
    let digest = Cryptography.SHA256.digest(of: wheel.bytes)
    let name = try #require(ToolName(wheel.name))
    return PlannedInstallation(
      tool: name, version: try #require(VersionText(wheel.version)),
      declaration: LockedDeclaration(
        source: "pypi", options: [.init("groups", "default"), .init("package", wheel.name)]),
      artifact: Artifact(
        platform: .current, format: .wheel, digest: digest,
        size: wheel.bytes.count,
        urls: [try #require(ArtifactURL(index.server.address(index.filePath(of: wheel))))]),
      provides: [try #require(ExecutableName(wheel.name))])
  }

  /// Returns the value that identifies an installation, without creating the installation.
  func installed(_ tool: String, _ version: String, _ id: String) throws -> InstalledVersion {
    InstalledVersion(
      tool: try #require(ToolName(tool)), version: try #require(VersionText(version)),
      id: try #require(ContentID(id)))
  }

  /// Expects the store, the folders, and the shims to agree, every folder to be complete, and no
  /// work to be unfinished.
  ///
  /// - Parameter expected: The installations that must exist.
  func expectAgreement(
    _ expected: Set<InstalledVersion>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let present = Set(try root.installedVersions())
    #expect(present == expected, sourceLocation: sourceLocation)
    let recorded = try await inventory.installations.inPlace()
    #expect(recorded == expected, sourceLocation: sourceLocation)
    var names: Set<String> = []
    for installed in present {
      let folder = root.folder(of: installed)
      let receipt = try Receipt.read(in: folder)
      #expect(receipt?.id == installed.id, sourceLocation: sourceLocation)
      for file in receipt?.files ?? [] {
        let found = try Cryptography.SHA256.digest(ofFile: folder.appending(file.path))
        #expect(found.digest == file.digest, sourceLocation: sourceLocation)
      }
      names.formUnion(try folder.appending("bin").entries())
    }
    let shims = Set(try root.shims.entries().filter { !$0.hasPrefix(".") })
    #expect(shims == names, sourceLocation: sourceLocation)
    #expect(Set(try root.routes.entries()) == names, sourceLocation: sourceLocation)
    #expect(try root.unfinishedWork() == [], sourceLocation: sourceLocation)
  }
}
