package import Diagnostics
internal import Filesystem
package import Manifests
package import Projects
package import SourceKinds
internal import TextSearch
package import ToolSources
package import Vocabulary

/// The search for the definitions of the tools for which the Toolfile names no source.
///
/// The Toolfile's own definitions come first, then the registries that it names, then the one that
/// ships with the program. The registries of the user's settings never serve a Toolfile, because
/// its lock depends on the files of the project alone.
package struct DefinitionReview: Sendable {
  private let sources: SourceProvider

  /// Creates a review that reads registries through `sources`.
  package init(_ sources: SourceProvider) { self.sources = sources }

  /// Returns the meaning of each tool without a source, and of each tool that their definitions
  /// need.
  ///
  /// A tool of the previous lock keeps its meaning unless it is updated, so a newer program with
  /// newer definitions produces the same lock.
  ///
  /// - Returns: The meanings, and the registries as the new lock states them.
  /// - Throws: ``Problem/sources(_:)`` with all tools and needs that no registry defines, or
  ///   ``Problem`` if a registry cannot be read.
  func definitions(
    of project: Project, _ previous: Lockfile?, _ update: LockUpdate
  ) async throws(Problem) -> (
    definitions: [ToolName: AppliedDefinition], registries: [LockedRegistry]
  ) {
    let own = try await registries(
      of: project, update == .everything ? [] : previous?.registries ?? [])
    let registries = registries(of: project, own)
    let locked = previous.map { Self.definitions(in: $0, of: project) } ?? [:]
    let found = ProjectDefinitions(of: project, registries) { tool in
      update.includes(tool) ? nil : locked[tool]
    }
    if !found.problems.isEmpty {
      throw .sources(
        try await concurrentResults(found.problems) { problem async throws(Problem) in
          await sources.addingCandidates(to: problem)
        })
    }
    return (found.definitions, own.map(\.locked))
  }

  /// Returns the meanings that a lock of a project records, for which no registry is needed.
  package static func definitions(
    in lock: Lockfile, of project: Project
  ) -> [ToolName: AppliedDefinition] {
    var definitions: [ToolName: AppliedDefinition] = [:]
    for tool in lock.tools {
      guard let definition = tool.definition else { continue }
      let origin = lock.origin(of: tool.name, in: project.lockName)
      definitions[tool.name] = AppliedDefinition(
        definition, project.catalog, origin: origin ?? .file(project.lockName))
    }
    return definitions
  }

  /// Returns the meanings that a lock would use now, as far as they are known without a request:
  /// those of the previous lock, and of the registries for tools that the lock lacks. A registry
  /// that cannot be read, or lacks a tool, is reported when the project is locked.
  package func knownDefinitions(of project: Project) async -> [ToolName: AppliedDefinition] {
    let locked = project.lock.map { Self.definitions(in: $0, of: project) } ?? [:]
    let own = await keptRegistries(of: project).found
    return ProjectDefinitions(of: project, registries(of: project, own)) { locked[$0] }.definitions
  }

  /// Reads those registries that the Toolfile names and that need no request: those on this
  /// machine, and the kept content of those in the lock.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - mayRead: Returns whether to read a registry.
  /// - Returns: The registries with their definitions, and those that were not read, each with the
  ///   problem, which is `nil` if its content is not kept.
  func keptRegistries(
    of project: Project, where mayRead: (Toolfile.RegistryReference) -> Bool = { _ in true }
  ) async -> (
    found: [(locked: LockedRegistry, definitions: [Definition])],
    unread: [(reference: Toolfile.RegistryReference, problem: Problem?)]
  ) {
    var found: [(locked: LockedRegistry, definitions: [Definition])] = []
    var unread: [(reference: Toolfile.RegistryReference, problem: Problem?)] = []
    for reference in project.toolfile.registries {
      guard mayRead(reference) else {
        unread.append((reference, nil))
        continue
      }
      let address = reference.address
      let locked = project.lock?.registries.first { $0.address == reference.address }
      let definitions: [Definition]?
      do {
        definitions =
          reference.isRemote
          ? await RemoteRegistry(reference, sources.access).keptDefinitions(locked?.digest)
          : try await local(reference, of: project).content().definitions
      } catch {
        unread.append((reference, error))
        continue
      }
      if let definitions {
        found.append(
          (
            LockedRegistry(name: address, digest: SHA256Digest(of: []), address: address),
            definitions
          ))
      } else {
        unread.append((reference, nil))
      }
    }
    return (found, unread)
  }

  /// Reads the registries that the Toolfile names.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - previous: The registries of the previous lock, which pins the content of those on servers.
  /// - Returns: Each registry as the new lock states it, with its definitions.
  package func registries(
    of project: Project, _ previous: [LockedRegistry]
  ) async throws(Problem) -> [(locked: LockedRegistry, definitions: [Definition])] {
    var found: [(locked: LockedRegistry, definitions: [Definition])] = []
    for reference in project.toolfile.registries {
      let address = reference.address
      let content = try await content(
        of: reference, project,
        locked: previous.first { $0.address == reference.address }?.digest)
      let name = Self.name(of: address, besides: found.map(\.locked.name))
      found.append(
        (LockedRegistry(name: name, digest: content.digest, address: address), content.definitions))
    }
    return found
  }

  /// Returns the registries of a project in the order in which they are searched: the Toolfile's
  /// own definitions, the registries that it names, and the one that ships with the program.
  package func registries(
    of project: Project, _ own: [(locked: LockedRegistry, definitions: [Definition])]
  ) -> Registries {
    let toolfile = Registries.Registry(
      name: LockedDefinition.toolfileRegistry, project.toolfile.definitions)
    let named = own.map { Registries.Registry(name: $0.locked.name, $0.definitions) }
    return Registries([toolfile] + named + [.shipped], project.catalog)
  }

  private func content(
    of reference: Toolfile.RegistryReference, _ project: Project, locked: SHA256Digest?
  ) async throws(Problem) -> (definitions: [Definition], digest: SHA256Digest) {
    if reference.isRemote {
      return try await RemoteRegistry(reference, sources.access).content(locked: locked)
    }
    // A registry in the repository changes with its commits, so any content is right.
    return try await local(reference, of: project).content()
  }

  private func local(
    _ reference: Toolfile.RegistryReference, of project: Project
  ) -> LocalRegistry {
    LocalRegistry(
      at: project.filesFolder.resolving(FilePath(reference.address)), named: reference.address,
      origin: reference.origin)
  }

  /// Returns a name for a registry, such as `tools` for `./tools.rb` or `tools.tar.gz`.
  private static func name(of address: String, besides others: [String]) -> String {
    // A query or a fragment may be a secret.
    let path = address.contains("://") ? address.prefix { !"?#".contains($0) } : address[...]
    let last = path.split { "/:".contains($0) }.last ?? ""
    let ending = ([".rb"] + PackageFormat.supported).first { last.hasSuffix($0) } ?? ""
    let stem = last.dropLast(ending.count)
    let plain = stem.lowercased().filter { "abcdefghijklmnopqrstuvwxyz0123456789-_".contains($0) }
    let name = ToolName(plain)?.text ?? "registry"
    let taken = others + [LockedDefinition.shippedRegistry]
    if !taken.contains(name) { return name }
    var number = 2
    while taken.contains("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }
}
