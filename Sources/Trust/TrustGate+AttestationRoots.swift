package import Diagnostics
package import Projects

extension TrustGate {
  /// Returns the authorities, all of which the user has accepted.
  ///
  /// - Throws: ``Problem/trust(_:)`` with the roots that are not accepted.
  package func accepted(
    _ roots: AttestationRoots
  ) throws(Problem) -> [AttestationRoots.Authority] {
    var asked = FolderRequests(folder: roots.project.folder)
    asked.add(roots.requests)
    let open = try rule.open(asked.needed, for: asked.folder)
    if !open.isEmpty { throw .trust(problem(asked, open)) }
    return roots.authorities
  }
}
