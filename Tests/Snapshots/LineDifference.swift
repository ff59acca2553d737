/// Returns the lines of both texts, with `-` before expected lines that are missing and `+` before
/// unexpected lines.
package func lineDifference(from expected: String, to actual: String) -> String {
  let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
  var removed: Set<Int> = []
  var inserted: Set<Int> = []
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, _, _): removed.insert(offset)
    case .insert(let offset, _, _): inserted.insert(offset)
    }
  }
  var lines: [String] = []
  var (left, right) = (0, 0)
  while left < old.count || right < new.count {
    if removed.contains(left) {
      lines.append("  - \(old[left])")
      left += 1
    } else if inserted.contains(right) {
      lines.append("  + \(new[right])")
      right += 1
    } else {
      lines.append("    \(new[right])")
      (left, right) = (left + 1, right + 1)
    }
  }
  // The empty string after the last line feed is not a line.
  if lines.last == "    " { lines.removeLast() }
  return lines.joined(separator: "\n")
}
