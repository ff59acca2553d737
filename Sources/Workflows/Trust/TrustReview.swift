internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources

/// A search of a project's files for what needs the user's consent.
struct TrustReview: Sendable {
  let sources: SourceProvider

  /// The folders whose programs an executable may hide only with the user's consent, unless the
  /// variable `BOOTSTRAP_SYSTEM_PATH` lists others. Some systems keep their programs elsewhere.
  private static let standardFolders =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  private var systemFolders: [FilePath] {
    let environment = sources.access.environment
    return (environment.nonEmpty("BOOTSTRAP_SYSTEM_PATH") ?? Self.standardFolders)
      .split(separator: ":").filter { $0.hasPrefix("/") }.map { FilePath($0) }
  }

  /// Returns the sources of a project at addresses that are neither the user's nor in the
  /// repository.
  func sourceRequests(of project: Project) -> [TrustProblem.Request] {
    var seen: Set<TrustItem> = []
    return project.requests.compactMap { request in
      guard let source = request.declared.source, let address = source.address,
        let foreign = sources.foreignAddress(address, of: source.name)
      else { return nil }
      let item = TrustItem.source(source.name, address: foreign)
      return seen.insert(item).inserted ? .init(item, origin: source.origin) : nil
    }
  }

  /// Returns the artifacts outside of their sources, and the executables that hide programs of the
  /// system or have reserved names.
  ///
  /// - Parameters:
  ///   - installations: The installations that a project's lock or pins select.
  ///   - origin: Returns the location that asks for a tool, or `nil` if it is unknown.
  func requests(
    of installations: [PlannedInstallation], origin: (ToolName) -> Origin?
  ) -> [TrustProblem.Request] {
    installations.flatMap { planned -> [TrustProblem.Request] in
      let asked = origin(planned.tool)
      let outside = planned.files.flatMap(\.urls).filter {
        !sources.serves($0, for: planned.declaration)
      }
      return outside.map {
        .init(.artifact(tool: planned.tool.text, address: $0.text), origin: asked)
      }
        + planned.provides.compactMap { name in
          if isDefined(name, by: planned) { return nil }
          let hidden = systemProgram(name)
          if hidden == nil, !name.isReserved { return nil }
          let item = TrustItem.executable(
            name.text, tool: planned.tool.text, source: planned.declaration.source,
            package: planned.declaration["package"] ?? planned.tool.text,
            address: planned.declaration[LockedDeclaration.addressKey].flatMap {
              sources.foreignAddress($0, of: planned.declaration.source)
            })
          return .init(item, origin: asked, hiddenProgram: hidden?.string)
        }
    }
  }

  /// Returns whether a tool's name means this executable: it bears the name of the tool, and the
  /// tool is the package of that name in the user's own source. A project that chooses another
  /// package or source decides itself what the name means, which is what the user must accept.
  private func isDefined(_ name: ExecutableName, by planned: PlannedInstallation) -> Bool {
    guard name.text == planned.tool.text, !name.isReserved,
      planned.declaration["package"] ?? name.text == name.text
    else { return false }
    guard let address = planned.declaration[LockedDeclaration.addressKey] else { return true }
    return sources.isUsersOwn(address, of: planned.declaration.source)
  }

  private func systemProgram(_ name: ExecutableName) -> FilePath? {
    systemFolders.map { $0.appending(name.text) }.first(where: \.isExecutableFile)
  }
}
