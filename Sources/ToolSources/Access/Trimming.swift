extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  var trimmingSpace: SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start[start.endIndex...]
  }
}
