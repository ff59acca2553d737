internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Vocabulary

/// The programs that the user's own pins select: the global pins, and those of the files in the
/// home.
struct OwnPins: Sendable {
  private struct Provider: Sendable {
    let tool: ToolName
    let pin: HiddenProgram
    /// The folder with the programs of the installed version.
    let folder: FilePath
    /// The declaration in the lock, or `nil` for a pin without a lock.
    let declaration: LockedDeclaration?
  }

  private let providers: [Provider]

  /// Reads the pins. Files that cannot be read contain none.
  ///
  /// - Parameters:
  ///   - root: The root with the global pins and the installations.
  ///   - home: The user's home, or `nil` to leave out its files.
  ///   - guardsPins: Whether pins count at all. If not, there are none.
  init(in root: Root, home: FilePath?, guardsPins: Bool) {
    guard guardsPins else {
      providers = []
      return
    }
    var providers: [Provider] = []
    func add(
      _ tool: ToolName, _ version: VersionText, _ folder: FilePath, _ origin: Origin,
      _ declaration: LockedDeclaration? = nil
    ) {
      let bin = folder.appending("bin")
      guard bin.exists else { return }
      let pin = HiddenProgram.pin(tool: tool, version: version, origin: origin)
      providers.append(Provider(tool: tool, pin: pin, folder: bin, declaration: declaration))
    }
    if let home, let (lock, name) = Self.lock(in: home) {
      for tool in lock.tools {
        guard let id = tool.contentID(for: .current) else { continue }
        let origin = Origin.file(name)
        let folder = root.installation(of: tool.name, tool.version, id)
        add(tool.name, tool.version, folder, origin, tool.declaration)
      }
    }
    let files =
      (home.map { [($0.appending(ToolVersionFile.name), "~/" + ToolVersionFile.name)] }
        ?? []) + [(root.globalPins, root.globalPins.string)]
    for (file, name) in files where file.exists {
      for pin in ((try? ToolVersionFile.read(at: file, named: name)) ?? nil)?.pins ?? [] {
        guard case .exact(let version) = pin.version else { continue }
        let folder = root.defaultInstallation(of: pin.tool, version)
        add(pin.tool, version, folder, pin.origin)
      }
    }
    self.providers = providers
  }

  /// Reads the pins that a project in the folder `project` could hide.
  init(_ environment: Environment, _ root: Root, besides project: FilePath?) {
    let home = environment.path("HOME")
    // The pins in the home folder do not hide themselves.
    self.init(
      in: root, home: project == home ? nil : home, guardsPins: root.guardsWholePath)
  }

  /// Reads the lock for the home directory, and returns it with its name for messages.
  private static func lock(in home: FilePath) -> (Lockfile, name: String)? {
    var environment = Environment([:])
    environment.set("HOME", to: home.bytes)
    let path = environment.lock(in: home)
    // Most homes have no lock, and commands ask before each program that they run.
    guard path.exists else { return nil }
    let name = path.relative(to: home).map { "~/\($0)" } ?? path.string
    return ((try? Lockfile.read(at: path, named: name)) ?? nil).map { ($0, name) }
  }

  /// Whether none of the user's pins is installed.
  var isEmpty: Bool { providers.isEmpty }

  /// Returns the first pin that provides a program with this name, or `nil` if there is none.
  ///
  /// - Parameter isSame: Returns whether a pinned tool is the one that would provide the name
  ///   instead, so that it hides nothing. The declaration is `nil` if no lock covers the pin.
  func first(
    providing name: ExecutableName,
    exceptWhere isSame: (ToolName, LockedDeclaration?) -> Bool = { _, _ in false }
  ) -> HiddenProgram? {
    providers.first { provider in
      provider.folder.appending(name.text).exists && !isSame(provider.tool, provider.declaration)
    }?.pin
  }
}
