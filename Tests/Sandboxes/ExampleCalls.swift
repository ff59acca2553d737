/// Returns the arguments of each `bootstrap` call in a shell command line, such as an example in
/// the help. Leaves out the program's name and everything before it.
package func bootstrapCalls(in line: String) -> [[String]] {
  var calls: [[String]] = []
  var words: [String] = []
  func end() {
    if let start = words.firstIndex(of: "bootstrap") { calls.append(Array(words[(start + 1)...])) }
    words = []
  }
  // The command of `eval "$(bootstrap …)"` is one, too.
  let line = line.replacing("\"$(", with: "").replacing(")\"", with: "")
  for (index, piece) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
    // Odd pieces are between quotes, where spaces do not separate words.
    if !index.isMultiple(of: 2) {
      words.append(String(piece))
      continue
    }
    for word in piece.split(separator: " ") {
      if ["||", "|", ">", "&&"].contains(word) { end() } else { words.append(String(word)) }
    }
  }
  end()
  return calls
}
