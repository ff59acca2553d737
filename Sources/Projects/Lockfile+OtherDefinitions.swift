package import Diagnostics
package import Manifests
internal import SourceKinds
internal import Vocabulary

extension Lockfile {
  /// A notice for each tool that the lock and the shipped registry define differently: with another
  /// source or package. Definitions from registries that the lock lists, and from the Toolfile, are
  /// left out.
  ///
  /// Such a lock is not wrong. The definition may have changed, or a newer bootstrap may have
  /// written the lock.
  package var otherDefinitions: [Notice] {
    let known = registries.map(\.name) + [LockedDefinition.toolfileRegistry]
    return tools.compactMap { tool in
      guard let locked = tool.definition, !known.contains(locked.registry) else { return nil }
      let declaration = locked.completing(LockedDeclaration(options: []))
      let shipped = (try? Registries.shipped.definition(of: tool.name)) ?? nil
      if shipped?.matches(declaration) ?? false { return nil }
      return .registry(
        .otherDefinition(
          tool: tool.name,
          locked: .init(
            source: declaration.source,
            package: declaration[LockedDeclaration.packageKey] ?? tool.name.text),
          known: shipped.map { .init(source: $0.source, package: $0.package.value) }))
    }
  }
}
