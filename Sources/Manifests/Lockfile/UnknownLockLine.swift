/// A line of a lock with a first word that this program does not know, and where it stands.
package struct UnknownLockLine: Hashable, Sendable {
  /// As written, without indentation and line end.
  package let text: String
  /// It follows the `position`-th line of this word, counted from 1.
  let predecessor: LockLine
  let position: Int
}

/// Lines with an unknown first word at the margin, with the indented lines below it.
struct UnknownLockBlock: Hashable, Sendable {
  /// As written, without line ends.
  var lines: [String]
  /// The stanza above. nil: none, it stands before the first.
  let predecessor: ToolName?
}

/// The lines of a lock, by first word, in the order in which they stand.
enum LockLine: String, Sendable {
  case lockfile, platforms
  case tool, wants, declares, released, needs, provides, artifact, part
  case trustOnFirstUse = "trust-on-first-use"

  init?(bytes: ArraySlice<UInt8>) {
    // The first two letters tell which one it can be: a lock has thousands of lines.
    guard let first = bytes.first else { return nil }
    let second = bytes.dropFirst().first
    let word: LockLine
    switch first {
    case UInt8(ascii: "a"): word = .artifact
    case UInt8(ascii: "d"): word = .declares
    case UInt8(ascii: "l"): word = .lockfile
    case UInt8(ascii: "n"): word = .needs
    case UInt8(ascii: "p") where second == UInt8(ascii: "r"): word = .provides
    case UInt8(ascii: "p") where second == UInt8(ascii: "l"): word = .platforms
    case UInt8(ascii: "p"): word = .part
    case UInt8(ascii: "r"): word = .released
    case UInt8(ascii: "t") where second == UInt8(ascii: "o"): word = .tool
    case UInt8(ascii: "t"): word = .trustOnFirstUse
    case UInt8(ascii: "w"): word = .wants
    default: return nil
    }
    guard bytes.elementsEqual(word.rawValue.utf8) else { return nil }
    self = word
  }

  /// Whether it stands indented, in a stanza.
  var isOfStanza: Bool {
    switch self {
    case .lockfile, .platforms, .tool: false
    case .wants, .declares, .released, .needs, .provides, .artifact, .part, .trustOnFirstUse: true
    }
  }
}
