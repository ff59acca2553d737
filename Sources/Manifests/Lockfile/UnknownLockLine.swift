/// A line of a lock with a first word that this program does not know, and where it stands.
package struct UnknownLockLine: Hashable, Sendable {
  /// As written, without indentation and line end.
  package let text: String
  /// It follows the `position`-th line of this word, counted from 1.
  let predecessor: LockLine
  let position: Int

  /// The order in which `lines` stand once their stanza is written, whatever order its known lines were read in.
  static func inOrder(_ lines: [UnknownLockLine]) -> [UnknownLockLine] {
    if lines.count < 2 { return lines }
    return LockLine.allCases.flatMap { word in
      // Of one word they are in the order of their positions already.
      lines.filter { $0.predecessor == word }
    }
  }
}

/// Lines with an unknown first word at the margin, with the indented lines below it.
struct UnknownLockBlock: Hashable, Sendable {
  /// As written, without line ends.
  var lines: [String]
  /// The stanza above. nil: none, it stands before the first.
  let predecessor: ToolName?
}

/// The lines of a lock, by first word, in the order in which they stand.
enum LockLine: String, CaseIterable, Sendable {
  case lockfile, platforms
  case tool, wants, declares, released, needs, provides, artifact, part
  case trustOnFirstUse = "trust-on-first-use"

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    if range.count > 8 {
      // No two long ones begin alike; there is one of each at most in a stanza.
      self.init(rawValue: String(decoding: bytes[range], as: UTF8.self))
      return
    }
    // A lock has thousands of lines: the letters are compared all at once.
    switch packed(bytes, range) {
    case 0x6172_7469_6661_6374: self = .artifact
    case 0x6465_636C_6172_6573: self = .declares
    case 0x6C6F_636B_6669_6C65: self = .lockfile
    case 0x6E65_6564_73: self = .needs
    case 0x7061_7274: self = .part
    case 0x7072_6F76_6964_6573: self = .provides
    case 0x7265_6C65_6173_6564: self = .released
    case 0x746F_6F6C: self = .tool
    case 0x7761_6E74_73: self = .wants
    default: return nil
    }
  }

  /// Whether it stands indented, in a stanza.
  var isOfStanza: Bool {
    switch self {
    case .lockfile, .platforms, .tool: false
    case .wants, .declares, .released, .needs, .provides, .artifact, .part, .trustOnFirstUse: true
    }
  }
}
