/// Returns at most three names that `word` may be a misspelling of, best first.
///
/// A name qualifies if its edit distance from `word` is at most 1, or at most a third of the length
/// of `word`. The distance is the optimal string alignment: insertions, deletions, substitutions,
/// and transpositions of neighbors.
///
/// - Parameter minimum: A distance that always qualifies, for names that are few and unlike each
///   other. At least one character of `word` must be right.
package func nearestNames<Name: CustomStringConvertible>(
  to word: String, in names: some Sequence<Name>, allowing minimum: Int = 1
) -> [Name] {
  let limit = max(1, min(minimum, word.count - 1), word.count / 3)
  return
    names
    .map { name in
      let text = name.description
      return (name: name, text: text, edits: edits(from: Array(word.utf8), to: Array(text.utf8)))
    }
    .filter { $0.edits <= limit }
    .sorted { ($0.edits, $0.text) < ($1.edits, $1.text) }
    .prefix(3).map(\.name)
}

/// Returns the name that `word` certainly misspells: the only one at an edit distance of 1. Returns
/// `nil` if there is none, or if the two differ only in a separator, because `swift-format` and
/// `swiftformat` are two programs.
package func misspelledName<Name: CustomStringConvertible>(
  _ word: String, in names: some Sequence<Name>
) -> Name? {
  func letters(_ text: String) -> String { text.filter { !"-_.".contains($0) } }
  let nearest = nearestNames(to: word, in: names).filter {
    edits(from: Array(word.utf8), to: Array($0.description.utf8)) == 1
  }
  guard nearest.count == 1, letters(nearest[0].description) != letters(word) else { return nil }
  return nearest[0]
}

/// Returns all names, beginning with those that `word` may be a misspelling of.
package func nearestFirst<Name: CustomStringConvertible & Equatable>(
  _ names: [Name], to word: String
) -> [Name] {
  let nearest = nearestNames(to: word, in: names)
  return nearest + names.filter { !nearest.contains($0) }
}

/// Returns the edit distance between two words, computed row by row from their prefixes.
package func edits(from left: [UInt8], to right: [UInt8]) -> Int {
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in 1...left.count {
    var row = [i]
    for j in 1...right.count {
      let substitution = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
      var best = min(last[j] + 1, row[j - 1] + 1, substitution)
      if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
        best = min(best, beforeLast[j - 2] + 1)
      }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[right.count]
}
