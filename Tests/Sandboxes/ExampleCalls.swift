/// The calls of `bootstrap` in a line for a shell, as the examples of help have them: without the program's name and what stands
/// before it.
package func bootstrapCalls(in line: String) -> [[String]] {
  var calls: [[String]] = []
  var words: [String] = []
  func end() {
    if let start = words.firstIndex(of: "bootstrap") { calls.append(Array(words[(start + 1)...])) }
    words = []
  }
  for (index, piece) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
    // Between quotes, a blank is part of a word.
    if !index.isMultiple(of: 2) {
      words.append(String(piece))
      continue
    }
    for word in piece.split(separator: " ") {
      if word == "||" { end() } else { words.append(String(word)) }
    }
  }
  end()
  return calls
}
