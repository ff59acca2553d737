/// Lists of terms in little memory: a list consists of the numbers of its terms, because most terms
/// are part of many lists.
struct TermLists: Sendable {
  /// The place of a list.
  struct Place: Sendable {
    fileprivate let start: UInt32
  }

  /// The different terms, by number.
  private var terms: [Term] = []

  /// The number of each term.
  private var numbers: [Term: UInt32] = [:]

  /// The lists, one after the other: the number of terms, then the numbers of the terms.
  private var entries: [UInt32] = []

  /// Adds a list and returns its place. Returns an arbitrary place if there is no list.
  mutating func append(_ list: [Term]?) -> Place {
    guard let list else { return Place(start: 0) }
    let place = Place(start: UInt32(entries.count))
    entries.append(UInt32(list.count))
    for term in list {
      let next = UInt32(terms.count)
      let number = numbers[term, default: next]
      if number == next {
        numbers[term] = next
        terms.append(term)
      }
      entries.append(number)
    }
    return place
  }

  /// Returns the list at a place.
  subscript(place: Place) -> [Term] {
    let first = Int(place.start) + 1
    return entries[first..<first + Int(entries[first - 1])].map { terms[Int($0)] }
  }
}
