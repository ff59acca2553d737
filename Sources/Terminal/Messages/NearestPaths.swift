internal import TextSearch

/// Returns at most `limit` paths in quotes, and the number of the others. Paths whose last
/// component is most similar to that of one of `words` come first.
func nearestFirst(_ paths: [String], to words: [String], limit: Int) -> [String] {
  func name(_ path: String) -> [UInt8] {
    Array(path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...])
  }
  let wanted = words.map(name)
  let ranked = paths.enumerated()
    .map { index, path in
      (path, edits: wanted.map { edits(from: $0, to: name(path)) }.min() ?? 0, index: index)
    }
    .sorted { ($0.edits, $0.index) < ($1.edits, $1.index) }
    .map { literal($0.0) }
  let rest = ranked.count - limit
  return ranked.prefix(limit) + (rest > 0 ? ["and \(QuantityFormat.number(rest)) more"] : [])
}
