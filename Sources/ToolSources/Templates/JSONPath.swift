/// The place of texts in a JSON document, such as `releases[].version`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  /// A step into a value.
  package enum Step: Hashable, Sendable {
    /// The member of an object with this name.
    case member(String)
    /// Each element of an array.
    case elements
    /// The keys of an object. Always the last step.
    case keys
  }

  package let steps: [Step]
  package let description: String

  /// Parses a path: names separated by `.`, with `[]` for each element of an array, and `{}` at the
  /// end for the keys of an object. Returns `nil` if `text` has another form.
  package init?(_ text: String) {
    var steps: [Step] = []
    for component in text.split(separator: ".", omittingEmptySubsequences: false) {
      let name = component.prefix { !"[]{}".contains($0) }
      var rest = component[name.endIndex...]
      if name.isEmpty, rest.isEmpty { return nil }
      if !name.isEmpty { steps.append(.member(String(name))) }
      while !rest.isEmpty {
        if rest.hasPrefix("[]") {
          steps.append(.elements)
        } else if rest.hasPrefix("{}") {
          steps.append(.keys)
        } else {
          return nil
        }
        rest = rest.dropFirst(2)
      }
    }
    if steps.dropLast().contains(.keys) { return nil }
    self.steps = steps
    description = text
  }
}
