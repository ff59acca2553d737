package import Diagnostics

extension Console {
  /// Prints the results of `doctor`: a line for each check that found nothing, and the messages of
  /// the others.
  package func print(_ results: [(check: SetupCheck, findings: [SetupFinding])]) {
    if isJSON {
      print(json: json(of: results))
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
    print(styled: lines)
  }

  private func json(
    of results: [(check: SetupCheck, findings: [SetupFinding])]
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
    return .object([
      "schema": 1, "ok": .bool(!results.flatMap(\.findings).contains(where: \.isFault)),
      "checks": .array(checks),
    ])
  }
}
