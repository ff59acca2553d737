package import Diagnostics

extension Console {
  /// Prints the results of `doctor`: a line for each check that found nothing, and the messages of
  /// the others. A line about the size of the root and a table follow.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - size: The size of everything in the root in bytes, or `nil` if it is unknown.
  ///   - rows: The rows of the table.
  ///   - members: The members of JSON output that correspond to the table.
  package func print(
    _ results: [(check: SetupCheck, findings: [SetupFinding])], size: Int?,
    rows: [[String]], members: [JSON.Member]
  ) {
    if isJSON {
      print(json: json(of: results, members))
      return
    }
    var lines: [String] = []
    for (check, findings) in results {
      if findings.isEmpty { lines.append("\(outputStyle.dim("ok:")) \(check.headline)") }
      for finding in findings {
        let kind = finding.isFault ? outputStyle.warning("no:") : outputStyle.dim("note:")
        for message in finding.messages.map({ $0.placed(in: commandFolder) }) {
          lines += message.text(kind, style: outputStyle).split(separator: "\n").map(String.init)
        }
      }
    }
    if let size {
      lines.append(
        "\(outputStyle.dim("ok:")) the root holds \(QuantityFormat.bytes(size)), which "
          + "`bootstrap list --size` lists")
    }
    print(styled: lines)
    print(rows: rows, json: .null)
  }

  private func json(
    of results: [(check: SetupCheck, findings: [SetupFinding])], _ members: [JSON.Member]
  ) -> JSON {
    let checks = results.map { check, findings -> JSON in
      let found = findings.flatMap(\.messages).map { $0.placed(in: commandFolder) }.map {
        message -> JSON in
        .object(
          [
            .init(name: "code", value: .string(message.code)),
            .init(name: "message", value: .string(message.headline)),
          ] + message.members)
      }
      return .object([
        "name": .string(check.rawValue), "ok": .bool(!findings.contains(where: \.isFault)),
        "findings": .array(found),
      ])
    }
    let facts: [JSON.Member] = [
      .init(name: "schema", value: 1),
      .init(
        name: "ok", value: .bool(!results.flatMap(\.findings).contains(where: \.isFault))),
      .init(name: "checks", value: .array(checks)),
    ]
    return .object(facts + members)
  }
}
