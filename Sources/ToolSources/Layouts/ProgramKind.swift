/// The kind of a file according to its first bytes, which determine how the system runs it.
enum ProgramKind: Hashable, Sendable {
  /// A native program in the format ELF or Mach-O.
  case native
  /// A script with an interpreter other than Python.
  case script
  /// A script with a Python interpreter, or with the placeholder `#!python`, in which pip inserts
  /// the path of an interpreter (PEP 427).
  case pythonScript
  /// A file that is neither a program nor a script.
  case other

  /// Classifies a file by its first bytes. 128 bytes suffice.
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

  /// The first bytes of native programs.
  private static let nativeMagic: [[UInt8]] = [
    // ELF.
    [0x7F, 0x45, 0x4C, 0x46],
    // Mach-O: 64-bit for one processor (little-endian), and universal with 32-bit and 64-bit
    // offsets (big-endian).
    [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF],
  ]
}
