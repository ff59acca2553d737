/// The hosts, users, and passwords in the text of a `.netrc` file, read as curl reads it.
///
/// ```
/// machine index.example.org login me password "with a \"quote\""
/// default login anonymous password guest
/// ```
/// A word in quotes may contain spaces, and `\"`, `\\`, `\n`, `\r`, and `\t`. A word that begins
/// with `#` starts a comment. Macros (`macdef`) are skipped.
struct Netrc: Sendable {
  /// The user and password for a host.
  struct Entry: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The host in lowercase, or `nil` if the entry is for all hosts.
    let host: String?
    fileprivate(set) var user = ""
    fileprivate(set) var password = ""

    /// The host alone, so that no password reaches a message or a log.
    var description: String { host ?? "default" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  private let entries: [Entry]

  /// Reads the text of a file. Skips what has another form, as curl does.
  init(_ bytes: [UInt8]) {
    var words = NetrcWords(bytes)
    var entries: [Entry] = []
    while let word = words.next() {
      switch word.lowercased() {
      case "machine": words.next().map { entries.append(Entry(host: $0.lowercased())) }
      case "default": entries.append(Entry(host: nil))
      case "macdef": words.skipMacro()
      case "account": _ = words.next()
      case "login":
        let user = words.next() ?? ""
        if !entries.isEmpty { entries[entries.count - 1].user = user }
      case "password":
        let password = words.next() ?? ""
        if !entries.isEmpty { entries[entries.count - 1].password = password }
      default: break
      }
    }
    self.entries = entries.filter { !$0.user.isEmpty || !$0.password.isEmpty }
  }

  /// Returns the first entry for `host`, which must be in lowercase, or `nil` if there is none.
  func entry(for host: String) -> Entry? {
    entries.first { $0.host == nil || $0.host == host }
  }
}

/// A reader of the words of a `.netrc` file.
private struct NetrcWords {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Reads a word, or returns `nil` at the end.
  mutating func next() -> String? {
    while let byte = rest.first {
      if byte == UInt8(ascii: "#") {
        skipLine()
      } else if Self.isBlank(byte) {
        rest.removeFirst()
      } else {
        return byte == UInt8(ascii: "\"") ? quoted() : plain()
      }
    }
    return nil
  }

  /// Skips the lines of a macro, which an empty line ends.
  mutating func skipMacro() {
    skipLine()
    while !rest.isEmpty {
      let isEnd = rest.prefix { $0 != Self.newline }.allSatisfy(Self.isBlank)
      skipLine()
      if isEnd { return }
    }
  }

  private mutating func skipLine() {
    rest = rest.drop { $0 != Self.newline }.dropFirst()
  }

  private mutating func plain() -> String {
    let word = rest.prefix { !Self.isBlank($0) }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func quoted() -> String {
    rest.removeFirst()
    var word: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        word.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "n"): word.append(Self.newline)
      case UInt8(ascii: "r"): word.append(13)
      case UInt8(ascii: "t"): word.append(9)
      default: word.append(escaped)
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
