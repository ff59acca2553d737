package import Diagnostics
package import Filesystem
package import Manifests
package import SourceKinds
package import Vocabulary

/// The executables that a project may use only with the user's consent: those that hide a program
/// of the system or have a reserved name.
package struct GuardedExecutables: Sendable {
  /// The folders whose programs an executable may hide only with the user's consent, unless the
  /// variable `BOOTSTRAP_SYSTEM_PATH` lists other absolute paths. Some systems keep their programs
  /// elsewhere.
  private static let standardFolders =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  private let systemFolders: [FilePath]
  /// The registries whose definitions the user trusts.
  private let registries: Registries

  /// Creates the rule for the folders that `environment` specifies.
  ///
  /// - Parameters:
  ///   - environment: The variable `BOOTSTRAP_SYSTEM_PATH`.
  ///   - registries: The registries of the user and of the program, whose definitions the user
  ///     trusts. A project's registries never count.
  package init(_ environment: Environment, _ registries: Registries = .shipped) {
    self.registries = registries
    let listed = Self.folders(in: environment.nonEmpty("BOOTSTRAP_SYSTEM_PATH") ?? "")
    // A mistake in the variable must not leave every program of the system unguarded.
    systemFolders = listed.isEmpty ? Self.folders(in: Self.standardFolders) : listed
  }

  private static func folders(in path: String) -> [FilePath] {
    path.split(separator: ":").filter { $0.hasPrefix("/") }.map { FilePath($0) }
  }

  /// Returns whether an executable called `name` hides a program of the system or has a reserved
  /// name.
  package func contains(_ name: ExecutableName) -> Bool {
    name.isReserved || systemProgram(name) != nil
  }

  /// Returns the requests for the user's consent to the executables of a tool.
  ///
  /// An executable needs no consent if a definition that the user trusts provides it. A project
  /// that chooses another package or source decides for itself what the name means, so the user
  /// must accept it.
  ///
  /// - Parameters:
  ///   - names: The names of the executables.
  ///   - tool: The tool that provides them.
  ///   - declaration: The declaration of the tool in the lock.
  ///   - origin: The location that asks for the tool, or `nil` if it is unknown.
  package func requests(
    for names: [ExecutableName], of tool: ToolName, _ declaration: LockedDeclaration,
    origin: @autoclosure () -> Origin?
  ) -> [TrustProblem.Request] {
    let package = declaration["package"] ?? tool.text
    let address = declaration[LockedDeclaration.addressKey]
    return names.compactMap { name in
      let hidden = systemProgram(name)
      if hidden == nil, !name.isReserved { return nil }
      if registries.provides(name, by: tool, declaration) { return nil }
      let item = TrustItem.executable(
        name.text, tool: tool.text, source: declaration.source, package: package,
        address: address)
      return .init(item, origin: origin(), hiddenProgram: hidden?.string)
    }
  }

  private func systemProgram(_ name: ExecutableName) -> FilePath? {
    systemFolders.map { $0.appending(name.text) }.first(where: \.isExecutableFile)
  }
}
