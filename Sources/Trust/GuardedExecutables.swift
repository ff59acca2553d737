package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects
package import SourceKinds
package import Vocabulary

/// The executables that need the user's consent in a project, because they would hide a program of
/// the user or have a reserved name.
package struct GuardedExecutables: Sendable {
  private let programs: ReachablePrograms
  private let pins: OwnPins
  /// The registries whose definitions the user trusts.
  private let registries: Registries

  /// Finds the programs of the user.
  ///
  /// - Parameters:
  ///   - environment: The variables that ``ReachablePrograms`` reads.
  ///   - root: The root with the user's pins.
  ///   - registries: The registries of the user and of the program, whose definitions the user
  ///     trusts, or `nil` to read them. A project's registries never count.
  ///   - project: A folder of the project, or `nil` to guard the names of all projects.
  ///   - areMany: Whether many names will be looked up.
  package init(
    _ environment: Environment, _ root: Root, _ registries: Registries? = nil,
    for project: FilePath? = nil, areMany: Bool = false
  ) {
    programs = ReachablePrograms(environment, root, besides: project, isListed: areMany)
    self.registries = registries ?? .trusted(in: root)
    pins = OwnPins(environment, root, besides: project)
  }

  /// Returns whether an executable with this name would hide a program of the user, or has a
  /// reserved name.
  package func contains(_ name: ExecutableName) -> Bool {
    name.isReserved || programs.first(named: name) != nil || pins.first(providing: name) != nil
  }

  /// Whether no registry but the shipped one decides which executables need no consent.
  var trustsShippedDefinitionsOnly: Bool { registries.areShipped }

  /// Whether every program that the user can run was found, as far as the system permits.
  var knowsAllPrograms: Bool { programs.isComplete }

  /// Returns whether a pin of the user provides one of `names`.
  func arePinned(_ names: [ExecutableName]) -> Bool {
    !pins.isEmpty && names.contains { pins.first(providing: $0) != nil }
  }

  /// Returns whether a folder of the user contains anything with one of `names`, even if it is no
  /// program.
  func mayContain(_ names: [ExecutableName]) -> Bool { names.contains(where: programs.hasEntry) }

  /// Returns whether a system folder contains a program with this name.
  package func hidesSystemProgram(_ name: ExecutableName) -> Bool {
    programs.first(named: name, isOfSystem: true) != nil
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
  ///   - declaration: The declaration of the tool in the lock, or `nil` if a pin without a lock
  ///     selects a tool that no trusted definition provides.
  ///   - content: The item for the tool's files in the repository, or `nil` if there are none.
  ///   - publisher: Who published the files of the tool, or `nil` if it is unknown.
  ///   - origin: The location that asks for the tool, or `nil` if it is unknown.
  package func requests(
    for names: [ExecutableName], of tool: ToolName, _ declaration: LockedDeclaration?,
    content: TrustItem? = nil, publisher: KnownPublisher? = nil,
    origin: @autoclosure () -> Origin?
  ) -> [TrustProblem.Request] {
    names.compactMap { name in
      let hidden = hidden(by: name, of: tool, declaration)
      if hidden == nil, !name.isReserved { return nil }
      let stated = declaration ?? LockedDeclaration(options: [])
      if registries.provides(name, by: tool, stated) { return nil }
      return TrustProblem.Request(
        Self.item(name, of: tool, stated), origin: origin(), hidden: hidden, content: content,
        publisher: publisher)
    }
  }

  /// Returns the requests for the user's consent to the executables of a locked tool on `platform`.
  package func requests(
    of tool: LockedTool, for platform: Platform, origin: @autoclosure () -> Origin?
  ) -> [TrustProblem.Request] {
    requests(
      for: tool.executables(for: platform), of: tool.name, tool.declaration,
      content: tool.localContent, publisher: tool.knownPublisher(), origin: origin())
  }

  /// Returns the executables of a locked tool that no trusted definition provides. Each needs the
  /// user's consent as soon as the user has a program with its name.
  package func unprovided(of tool: LockedTool, for platform: Platform) -> [ExecutableName] {
    tool.executables(for: platform).filter {
      !registries.provides($0, by: tool.name, tool.declaration)
    }
  }

  /// Returns the items of a locked tool that `BOOTSTRAP_TRUST` covers on every machine: the
  /// executables that no trusted definition provides, and the tool's files in the repository.
  package func items(of tool: LockedTool) -> [TrustItem] {
    let names = tool.provides.map(\.name).filter {
      !registries.provides($0, by: tool.name, tool.declaration)
    }
    if names.isEmpty { return [] }
    return names.map { Self.item($0, of: tool.name, tool.declaration) }
      + [tool.localContent].compactMap(\.self)
  }

  /// Returns whether a trusted definition has the source and package of a locked tool.
  func isDefined(_ tool: LockedTool) -> Bool { registries.define(tool.name, as: tool.declaration) }

  private func hidden(
    by name: ExecutableName, of tool: ToolName, _ declaration: LockedDeclaration?
  ) -> HiddenProgram? {
    if let program = programs.first(named: name) { return .program(program.string) }
    return pins.first(providing: name) { other, otherDeclaration in
      other == tool
        // A relative address means a different folder in each project.
        && otherDeclaration.map { $0 == declaration && !$0.isLocal }
          // Without locks, both pins select what the user has installed.
          ?? (declaration.map { registries.define(tool, as: $0) } ?? true)
    }
  }

  private static func item(
    _ name: ExecutableName, of tool: ToolName, _ declaration: LockedDeclaration
  ) -> TrustItem {
    .executable(
      name, tool: tool, source: declaration.source,
      package: declaration[LockedDeclaration.packageKey] ?? tool.text,
      address: declaration[LockedDeclaration.addressKey])
  }
}

extension LockedTool {
  /// The item for the locked files of a tool from a local source, or `nil` for any other source,
  /// which vouches for its files itself.
  package var localContent: TrustItem? {
    guard declaration.isLocal else { return nil }
    let digests =
      artifacts.map { "\($0.platform.rawValue) \($0.digest)" }
      + parts.map { "\($0.name) \($0.platform?.rawValue ?? "") \($0.digest)" }
    let text = digests.sorted().map { $0 + "\n" }.joined()
    return .content(tool: name, digest: SHA256Digest(of: text).hexadecimal)
  }
}

extension LockedDeclaration {
  /// Whether the files come from a folder, perhaps one of the project.
  fileprivate var isLocal: Bool { SourceCatalog.standard[source]?.isLocal ?? false }
}
