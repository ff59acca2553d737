/// A message before layout: a headline and labeled details, such as the command to run next.
///
/// The same value is printed as text and as JSON, so the JSON contains everything that the
/// text contains.
package struct Message: Hashable, Sendable {
  /// The layout of a detail's values as text.
  package enum Arrangement: Hashable, Sendable {
    /// After the label, separated by commas.
    case list
    /// One per line, with the label before the first.
    case column
    /// One per line. The label appears only in JSON.
    case lines
  }

  /// Labeled values below the headline.
  package struct Detail: Hashable, Sendable {
    package let label: String
    /// The name of the JSON member, in which spaces become underscores. The default is the label.
    package let key: String
    package let values: [String]
    package let layout: Arrangement
  }

  /// A stable name for programs: `not-installed`.
  package let code: String
  package let headline: String
  package private(set) var details: [Detail] = []
  /// Members that appear only in JSON.
  private var facts: [Fact] = []

  /// A member that appears only in JSON. Its value is computed only then, and `nil` leaves the
  /// member out.
  private struct Fact: Hashable, Sendable {
    let name: String
    let value: @Sendable () -> JSON?

    static func == (left: Fact, right: Fact) -> Bool {
      left.name == right.name && left.value() == right.value()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  /// Creates a message without details. Internal, because only this module words messages.
  init(_ code: String, _ headline: String) {
    self.code = code
    self.headline = headline
  }

  /// Returns the message with a detail on one line, or unchanged if `values` is empty. Leaves out
  /// empty values.
  ///
  /// - Parameter key: The name in JSON, if it differs from the label.
  func detail(_ label: String, key: String? = nil, _ values: [String]) -> Message {
    adding(label, key, values, .list)
  }

  /// Returns the message with a detail, or unchanged if `value` is `nil`.
  func detail(_ label: String, key: String? = nil, _ value: String?) -> Message {
    adding(label, key, value.map { [$0] } ?? [], .list)
  }

  /// The message in one line: the headline, with the place and the reason if there are any.
  var sentence: String {
    func value(_ label: String) -> String? {
      details.first { $0.label == label }?.values.first
    }
    return headline + (value("asked by").map { " (\($0))" } ?? "")
      + (value("because").map { ": \($0)" } ?? "")
  }

  /// Returns the message with the known names that are similar to a misspelled one.
  func similar(_ names: [some CustomStringConvertible]) -> Message {
    detail("similar", key: "nearest", names.map { "`\($0)`" })
  }

  /// Returns the message with a detail of one line per value.
  func column(_ label: String, key: String? = nil, _ values: [String]) -> Message {
    adding(label, key, values, .column)
  }

  /// Returns the message with sentences that need no label in text.
  func lines(_ key: String, _ values: [String]) -> Message {
    adding(key, nil, values, .lines)
  }

  /// Returns the message with a member that appears only in JSON.
  func fact(_ name: String, _ value: JSON) -> Message {
    fact(name) { value }
  }

  /// Returns the message with a member that appears only in JSON and takes long to compute. If the
  /// value is `nil`, the member is left out.
  func fact(_ name: String, _ value: @escaping @Sendable () -> JSON?) -> Message {
    var result = self
    result.facts.append(Fact(name: name, value: value))
    return result
  }

  /// Returns the message with the members of `other` that appear only in JSON.
  func facts(of other: Message) -> Message {
    var result = self
    result.facts += other.facts
    return result
  }

  private func adding(
    _ label: String, _ key: String?, _ values: [String], _ layout: Arrangement
  ) -> Message {
    // A reason from the system or a library may be empty.
    let values = layout == .lines ? values : values.filter { !$0.isEmpty }
    if values.isEmpty { return self }
    var result = self
    result.details.append(
      Detail(label: label, key: key ?? label, values: values, layout: layout))
    return result
  }
}

extension Message {
  /// The details and the facts as JSON members. Details with the same key are merged.
  package var members: [JSON.Member] {
    var names: [String] = []
    var values: [String: [String]] = [:]
    // If a detail is shortened for text, a fact of the same name contains all of its values.
    for detail in details where !facts.contains(where: { $0.name == detail.key }) {
      let name = detail.key.split(separator: " ").joined(separator: "_")
      if values[name] == nil { names.append(name) }
      values[name, default: []] += detail.values
    }
    return names.map { .init(name: $0, value: .strings(values[$0, default: []])) }
      + facts.compactMap { fact in fact.value().map { .init(name: fact.name, value: $0) } }
  }

  /// Returns the message as text that ends with a newline.
  ///
  /// - Parameter kind: The start of the first line, such as `error:`.
  package func text(_ kind: String, style: Style) -> String {
    ([kind + " " + style.bold(visible(headline))] + detailLines).map { $0 + "\n" }.joined()
  }

  /// The lines below the headline, indented by two spaces, with values aligned in a column.
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
