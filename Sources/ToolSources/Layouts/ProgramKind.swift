/// What a file is to a system that is told to run it, by its first bytes.
enum ProgramKind: Hashable, Sendable {
  /// ELF or Mach-O.
  case native
  /// `#!` and an interpreter that is not Python.
  case script
  /// `#!` and a Python, or the word `python` that pip replaces by the path of one (PEP 427).
  case pythonScript
  case other

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
    // Mach-O of one processor, in 64 bits, and of several (fat), as they lie in a file.
    [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
  ]
}
