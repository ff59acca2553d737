extension Requirement {
  /// The clauses that exclude versions by name, such as `!= 1.5`.
  package var exclusions: Requirement {
    Requirement(clauses: clauses.filter { $0.comparator == .notEqual })
  }

  /// Returns the requirement without its upper bounds: `version` or anything newer, except the
  /// versions that `!=` excludes. Returns `nil` if that cannot be expressed.
  ///
  /// - Parameter version: The version in use, or `nil` if there is none, which drops lower bounds
  ///   too.
  package func open(from version: Version?) -> Requirement? {
    guard let version else { return exclusions }
    let open = Requirement(
      clauses: [Clause(.greaterOrEqual, version.spelling)] + exclusions.clauses)
    return (try? open.admits(version)) ?? false ? open : nil
  }

  /// Creates the requirement to write in place of `requirement`, which excludes `version`.
  ///
  /// An exact requirement stays exact, because its author wants the same bytes until somebody
  /// changes the file. Any other becomes ``init(compatibleWith:)``, except what `!=` excludes.
  package init(raising requirement: Requirement, to version: Version) {
    if requirement.isExact {
      self.init(clauses: [Clause(.equal, version.spelling)])
      return
    }
    let compatible = Requirement(compatibleWith: version)
    let exclusions = requirement.exclusions.clauses.filter { clause in
      guard let excluded = try? Version(parsing: clause.version, scheme: version.scheme)
      else { return false }
      return (try? compatible.versions(in: version.scheme).contains(excluded)) ?? false
    }
    self.init(clauses: compatible.clauses + exclusions)
  }
}
