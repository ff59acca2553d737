internal import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds
internal import ToolSources
internal import Vocabulary

extension PinResolution {
  /// Returns the locked tools that a pin without a lock would also resolve to, but that no such pin
  /// can select yet.
  ///
  /// The tool must be what its definition says, without a source or option of the project, so that
  /// one project cannot change what another runs. A stanza of `previous` may have come with a
  /// clone, so only those count that the sources have just answered, or have answered before on
  /// this machine (``ResolvedInstallations``).
  func defaults(
    of installed: [PlannedInstallation], in lock: Lockfile, since previous: Lockfile?
  ) -> [ResolvedPin] {
    guard
      let registries = try? Registries.users(
        sources.access.settings, in: root, catalog: sources.catalog)
    else { return [] }
    let resolved = ResolvedInstallations(root)
    return installed.compactMap { planned in
      let old = previous?[planned.tool]?.artifact(for: planned.artifact.platform)
      // A project's lock may keep older gems than a pin would get.
      guard let stanza = lock[planned.tool], !stanza.isGem, let defined = stanza.definition,
        defined.registry == LockedDefinition.shippedRegistry,
        Set(stanza.declared.options.map(\.key)).isSubset(of: Self.harmlessKeys),
        old?.digest != planned.artifact.digest || resolved.contains(planned),
        let applied = (try? registries.definition(of: planned.tool)) ?? nil,
        applied.declaration(for: planned.version).options.sorted
          == defined.completing(LockedDeclaration(options: [])).options.sorted,
        !isDefault(planned)
      else { return nil }
      return ResolvedPin(
        version: planned.version, installed: planned.installed, planned: planned)
    }
  }

  /// The options of a Toolfile that do not change what a tool is.
  private static var harmlessKeys: Set<String> { ["groups", "platforms", "cooldown"] }

  /// Returns whether pins can already select the version of `planned`.
  private func isDefault(_ planned: PlannedInstallation) -> Bool {
    let known = try? root.defaultInstallation(of: planned.tool, version: planned.version)
    return known.flatMap { $0 }.map { root.hasInstallation(in: root.folder(of: $0)) } ?? false
  }
}

extension [LockedDeclaration.Option] {
  fileprivate var sorted: [String] { map { "\($0.key)=\($0.value)" }.sorted() }
}
