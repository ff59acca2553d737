/// How a system runs a file, according to its first bytes.
enum ProgramKind: Hashable, Sendable {
  /// ELF or Mach-O.
  case native
  /// A script with an interpreter other than Python.
  case script
  /// A script with a Python interpreter, or with the word `python` that pip replaces
  /// with a path (PEP 427).
  case pythonScript
  /// A file that is neither a program nor a script.
  case other

  /// Classifies a file by its first bytes, of which 128 suffice.
  init(head: some Sequence<UInt8>) {
    let head = Array(head.prefix(128))
    if head.starts(with: "#!".utf8) {
      let line = String(decoding: head.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
      let isPython = line.split { " /!\t".contains($0) }.contains {
        $0.hasPrefix("python") || $0.hasPrefix("pypy")
      }
      self = isPython ? .pythonScript : .script
    } else if Self.nativeMagic.contains(where: head.starts) {
      self = .native
    } else {
      self = .other
    }
  }

  private static let nativeMagic: [[UInt8]] = [
    [0x7F, 0x45, 0x4C, 0x46],
    // Mach-O as stored in a file: 64-bit for one processor, and universal ("fat").
    [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
  ]
}
