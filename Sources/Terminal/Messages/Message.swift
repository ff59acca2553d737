/// What a person is told, before it is laid out: a headline, facts under labels, and the one command to run next.
///
/// The same value is printed as text and as JSON, so neither can say what the other does not.
package struct Message: Hashable, Sendable {
  /// How values stand in text.
  package enum Arrangement: Hashable, Sendable {
    /// Behind the label, joined by commas.
    case list
    /// Each on a line of its own, the label before the first.
    case column
    /// Each on a line of its own, which says by itself what it is: the label is for programs.
    case lines
  }

  package struct Detail: Hashable, Sendable {
    package let label: String
    package let values: [String]
    package let layout: Arrangement
  }

  /// A stable name for programs: `not-installed`.
  package let code: String
  package let headline: String
  package private(set) var details: [Detail] = []
  /// What is for programs alone.
  package private(set) var facts: [JSON.Member] = []

  /// Internal, because the sentences of the program are written only in this module.
  init(_ code: String, _ headline: String) {
    self.code = code
    self.headline = headline
  }

  /// Adds a fact. One without values is left out.
  func detail(_ label: String, _ values: [String]) -> Message {
    adding(label, values, .list)
  }

  func detail(_ label: String, _ value: String?) -> Message {
    adding(label, value.map { [$0] } ?? [], .list)
  }

  /// Adds facts that deserve a line each.
  func column(_ label: String, _ values: [String]) -> Message {
    adding(label, values, .column)
  }

  /// Adds sentences that need no label.
  func lines(_ label: String, _ values: [String]) -> Message {
    adding(label, values, .lines)
  }

  /// Adds what only programs are told.
  func fact(_ name: String, _ value: JSON) -> Message {
    var result = self
    result.facts.append(JSON.Member(name: name, value: value))
    return result
  }

  private func adding(_ label: String, _ values: [String], _ layout: Arrangement) -> Message {
    if values.isEmpty { return self }
    var result = self
    result.details.append(Detail(label: label, values: values, layout: layout))
    return result
  }
}

extension Message {
  /// All but the headline as members of an object: a name each once, with the values of all details under that label.
  package var members: [JSON.Member] {
    var names: [String] = []
    var values: [String: [String]] = [:]
    // What is shortened for people is whole among the facts.
    for detail in details where !facts.contains(where: { $0.name == detail.label }) {
      let name = detail.label.split(separator: " ").joined(separator: "_")
      if values[name] == nil { names.append(name) }
      values[name, default: []] += detail.values
    }
    return names.map { .init(name: $0, value: .strings(values[$0, default: []])) } + facts
  }

  /// The message as a person reads it, each line with its end: `kind` is what it begins with, `error:`.
  package func text(_ kind: String, style: Style) -> String {
    ([kind + " " + style.bold(visible(headline))] + detailLines).map { $0 + "\n" }.joined()
  }

  /// The lines under the headline, two spaces in, facts in one column.
  package var detailLines: [String] {
    let labels = details.filter { $0.layout != .lines }.map(\.label.count)
    let width = max(9, labels.max() ?? 0)
    return details.flatMap { detail -> [String] in
      if detail.layout == .lines {
        return detail.values.map { $0.isEmpty ? "" : "  " + visible($0) }
      }
      let values =
        detail.layout == .column ? detail.values : [detail.values.joined(separator: ", ")]
      return values.enumerated().map { index, value in
        let label = index == 0 ? detail.label : ""
        return "  " + label + String(repeating: " ", count: width - label.count + 1)
          + visible(value)
      }
    }
  }
}
