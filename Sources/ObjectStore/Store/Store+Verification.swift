extension Store {
  package enum IntegrityCheck: Sendable {
    /// The structure of every page.
    case pages
    /// Also that every index agrees with its table. Several times as slow.
    case everything
  }

  /// Looks for damage in the file, and for references that lead nowhere (`PRAGMA quick_check`,
  /// `integrity_check`, `foreign_key_check`). Damage inside of values cannot be seen.
  /// - returns: what is wrong, in SQLite's words; empty for a sound store.
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
