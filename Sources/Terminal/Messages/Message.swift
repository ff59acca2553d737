/// What a person is told, before it is laid out: a headline, facts under labels, and the one command to run next.
///
/// The same value is printed as text and as JSON, so neither can say what the other does not.
package struct Message: Hashable, Sendable {
  package struct Detail: Hashable, Sendable {
    package let label: String
    package let values: [String]
    /// Each value on a line of its own, the label before the first.
    package let isColumn: Bool
  }

  /// A stable name for programs: `not-installed`.
  package let code: String
  package let headline: String
  package private(set) var details: [Detail] = []

  package init(_ code: String, _ headline: String) {
    self.code = code
    self.headline = headline
  }

  /// Adds a fact. One without values is left out.
  package func detail(_ label: String, _ values: [String]) -> Message {
    adding(label, values, isColumn: false)
  }

  package func detail(_ label: String, _ value: String?) -> Message {
    adding(label, value.map { [$0] } ?? [], isColumn: false)
  }

  /// Adds facts that deserve a line each.
  package func column(_ label: String, _ values: [String]) -> Message {
    adding(label, values, isColumn: true)
  }

  private func adding(_ label: String, _ values: [String], isColumn: Bool) -> Message {
    if values.isEmpty { return self }
    var result = self
    result.details.append(Detail(label: label, values: values, isColumn: isColumn))
    return result
  }
}

extension Message {
  /// The message as a person reads it, each line with its end: `kind` is what it begins with, `error:`.
  package func text(_ kind: String, style: Style) -> String {
    ([kind + " " + style.bold(visible(headline))] + detailLines).map { $0 + "\n" }.joined()
  }

  /// The lines under the headline, two spaces in, facts in one column.
  package var detailLines: [String] {
    let width = max(9, details.map(\.label.count).max() ?? 0)
    return details.flatMap { detail -> [String] in
      let values = detail.isColumn ? detail.values : [detail.values.joined(separator: ", ")]
      return values.enumerated().map { index, value in
        let label = index == 0 ? detail.label : ""
        return "  " + label + String(repeating: " ", count: width - label.count + 1)
          + visible(value)
      }
    }
  }
}
