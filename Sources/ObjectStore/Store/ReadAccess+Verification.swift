extension ReadAccess where Self: ~Copyable {
  /// Checks for damaged pages, for indexes that do not match their tables, and for references to
  /// missing objects (`PRAGMA integrity_check` and `foreign_key_check`). Does not detect damage
  /// inside values.
  ///
  /// - Returns: A description of each problem, or an empty array if the store is intact.
  package func verify() throws(StoreError) -> [String] {
    var findings: [String] = []
    let statement = try connection.statement("PRAGMA integrity_check")
    defer { statement.reset() }
    while try statement.step() { findings.append(statement.cell(0).text) }
    if findings == ["ok"] { findings = [] }
    let references = try connection.statement("PRAGMA foreign_key_check")
    defer { references.reset() }
    while try references.step() {
      findings.append(
        "row \(references.cell(1).integer) of \(references.cell(0).text) refers to nothing in "
          + references.cell(2).text)
    }
    return findings
  }
}
