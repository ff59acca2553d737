extension Store {
  /// How thoroughly ``Store/verify(_:)`` checks a store.
  package enum IntegrityCheck: Sendable {
    /// Checks the structure of every page.
    case pages
    /// Also checks that every index matches its table. Takes several times as long as ``pages``.
    case everything
  }

  /// Checks for damaged pages and for references to missing objects (`PRAGMA quick_check`,
  /// `integrity_check`, and `foreign_key_check`). Does not detect damage inside values.
  ///
  /// - Parameter thoroughness: The checks to run on pages and indexes. References are
  ///   always checked.
  /// - Returns: A description of each problem, or an empty array if the store is intact.
  package func verify(_ thoroughness: IntegrityCheck = .everything) throws(StoreError) -> [String] {
    try read { snapshot throws(StoreError) in
      let check = thoroughness == .everything ? "integrity_check" : "quick_check"
      var findings: [String] = []
      let statement = try snapshot.connection.statement("PRAGMA \(check)")
      defer { statement.reset() }
      while try statement.step() { findings.append(statement.cell(0).text) }
      if findings == ["ok"] { findings = [] }
      let references = try snapshot.connection.statement("PRAGMA foreign_key_check")
      defer { references.reset() }
      while try references.step() {
        findings.append(
          "row \(references.cell(1).integer) of \(references.cell(0).text) refers to nothing in "
            + references.cell(2).text)
      }
      return findings
    }
  }
}
