internal import Versions
internal import Vocabulary

/// The first line of a ``ProjectSeal``, as in `project 0.9.0 linux-x64 5d0c… 2 3`: the version of
/// bootstrap, the platform, the digest of the Toolfile, the number of tools that an install
/// includes, and the number of locked tools.
struct ProjectSealHead: Hashable, Sendable {
  /// The part of the line that identifies what the seal applies to.
  private let subject: String
  /// The number of tools that an install includes.
  let toolCount: Int
  private let lockedCount: Int
  /// Whether an install includes all locked tools.
  var isWhole: Bool { toolCount == lockedCount }

  /// Creates the head of a new seal.
  ///
  /// - Parameters:
  ///   - toolfile: The text of the Toolfile.
  ///   - platform: The platform of this machine.
  ///   - toolCount: The number of tools that an install includes.
  ///   - lockedCount: The number of locked tools.
  init(of toolfile: [UInt8], on platform: Platform, toolCount: Int, lockedCount: Int) {
    subject = Self.subject(toolfile, platform)
    self.toolCount = toolCount
    self.lockedCount = lockedCount
  }

  /// Parses a head. Returns `nil` if it is invalid, from another version of bootstrap, or for
  /// another platform or Toolfile.
  init?(parsing line: String, of toolfile: [UInt8], on platform: Platform) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let toolCount = Int(words[4]), let lockedCount = Int(words[5])
    else { return nil }
    self.init(of: toolfile, on: platform, toolCount: toolCount, lockedCount: lockedCount)
    if line != self.line { return nil }
  }

  private static func subject(_ toolfile: [UInt8], _ platform: Platform) -> String {
    let digest = SHA256Digest(of: toolfile).hexadecimal
    return "project \(ProgramVersion.text) \(platform.rawValue) \(digest)"
  }

  /// The text of the line.
  var line: String { "\(subject) \(toolCount) \(lockedCount)" }
}
