package import Diagnostics
package import Manifests
internal import SourceKinds
internal import Vocabulary

extension Lockfile {
  /// Notices about the tools whose locked definition names a different source or package than the
  /// shipped registry does now, if it comes from that registry or from one that the lock lacks.
  ///
  /// The definition may have changed since then, or a newer bootstrap may have written the lock, so
  /// the lock is not wrong.
  package var otherDefinitions: [Notice] {
    let known = registries.map(\.name) + [LockedDefinition.toolfileRegistry]
    return tools.compactMap { tool in
      guard let locked = tool.definition, !known.contains(locked.registry) else { return nil }
      let declaration = locked.completing(LockedDeclaration(options: []))
      let shipped = (try? Registries.shipped.definition(of: tool.name)) ?? nil
      if shipped?.matches(declaration) ?? false { return nil }
      return .otherDefinition(
        tool: tool.name.text,
        locked: .init(
          source: declaration.source,
          package: declaration[LockedDeclaration.packageKey] ?? tool.name.text),
        known: shipped.map { .init(source: $0.source, package: $0.package.value) })
    }
  }
}
