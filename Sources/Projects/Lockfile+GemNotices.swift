package import Diagnostics
package import Manifests

extension Lockfile {
  /// Returns a notice for each tool whose gems have different versions in the two locks.
  ///
  /// - Parameter previous: The earlier lock, or `nil` if there was none.
  package func gemNotices(since previous: Lockfile?) -> [Notice] {
    tools.compactMap { tool in
      let old = Dictionary(
        (previous?[tool.name]?.gems ?? []).map { ($0.name, $0.version) }
      ) { first, _ in first }
      let moved = tool.gems.compactMap { gem -> String? in
        guard let version = old[gem.name], version != gem.version else { return nil }
        return "\(gem.name) \(version) → \(gem.version)"
      }
      return moved.isEmpty ? nil : .lock(.gemsMoved(tool: tool.name, moved))
    }
  }
}
