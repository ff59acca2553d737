internal import Manifests

extension DeclaredTool {
  /// Returns the declaration with each source of its definition that it admits, in the order of
  /// preference, but with the first one if it admits none.
  ///
  /// Options of the declaration itself belong to the sources that have these options. Steps belong
  /// to those that are built.
  package func alternatives(in catalog: SourceCatalog) -> [DeclaredTool] {
    guard let definition, !definition.alternatives.isEmpty else { return [self] }
    let own = Set(declaredOptions.map(\.key))
    let admitted = definition.all.filter { meaning in
      let known = Set(catalog[meaning.source]?.options.map(\.key) ?? [])
      return own.isSubset(of: known)
        && (!own.contains(LockedDeclaration.buildKey) || meaning.isBuilt)
    }
    return admitted.isEmpty ? [self] : admitted.map(defined)
  }
}

extension AppliedDefinition {
  /// Whether the definition builds some version from source.
  fileprivate var isBuilt: Bool { options.contains { $0.key == LockedDeclaration.buildKey } }
}
