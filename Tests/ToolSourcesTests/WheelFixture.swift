import Testing

@testable import ToolSources

/// The structure of a real wheel, read from `Fixtures/ToolSources/wheels/NAME.wheel.txt`. The
/// script `describe` in that folder writes these files.
struct WheelFixture {
  private(set) var members: [ArchiveFile] = []
  /// The first bytes of the scripts and programs, by path.
  private(set) var heads: [String: [UInt8]] = [:]
  /// The lines of `entry_points.txt`, or an empty string if the wheel has none.
  private(set) var entryPoints = ""

  /// Reads a fixture. Each line contains a comment (`#`), a line of `entry_points.txt`
  /// (`command LINE`), the first bytes of a member (`head PATH|BYTES`), or a member: mode, size,
  /// checksum, and path.
  init(_ name: String) throws {
    let text = try Fixture.text("wheels/\(name).wheel.txt")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("command ") {
        entryPoints += line.dropFirst("command ".count) + "\n"
      } else if line.hasPrefix("head ") {
        let parts = line.dropFirst("head ".count).split(
          separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        heads[String(parts[0])] = parts[1] == "ELF" ? Self.elf : Array(parts[1].utf8)
      } else {
        let fields = line.split(separator: " ", maxSplits: 3)
        members.append(
          ArchiveFile(
            path: String(fields[3]),
            isExecutable: (UInt16(fields[0], radix: 8) ?? 0) & 0o111 != 0,
            size: try #require(Int(fields[1])),
            checksum: try #require(UInt32(fields[2], radix: 16))))
      }
    }
  }

  /// The first bytes of an ELF file, which a fixture abbreviates as `ELF`.
  static let elf: [UInt8] = [0x7F] + Array("ELF".utf8)

  var layout: WheelLayout {
    WheelLayout(members: members, entryPoints: entryPoints.isEmpty ? nil : Array(entryPoints.utf8))
  }
}

extension WheelFixture {
  /// Returns the recorded first bytes of a member, in place of the `count` bytes that an
  /// installation reads, or all of `entry_points.txt`.
  func read(_ path: String, _ count: Int) -> [UInt8] {
    if EntryPoint.isList(path) { return Array(entryPoints.utf8) }
    return heads[path] ?? []
  }
}
