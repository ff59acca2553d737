import Vocabulary

@testable import Manifests

/// Generates valid, nearly valid, and invalid files: text that follows the grammar, with random
/// changes. Equal seeds yield equal files.
struct TextGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64 (Steele, Lea, Flood, 2014).
  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// Returns a random number less than `limit`.
  private mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Returns a random element.
  private mutating func one<Element>(of choices: [Element]) -> Element {
    choices[below(choices.count)]
  }

  /// Generates a `.tool-version`.
  mutating func toolVersion() -> [UInt8] {
    var text = one(of: ["", "", "", "\u{FEFF}", "# comment\n", "\n"])
    for _ in 0..<below(6) {
      text += one(of: ["", "", "", " ", "\t"]) + toolName() + one(of: [" ", " ", "\t", "  ", ""])
      text += version() + one(of: ["", "", "", " ", " # c", "#c", " extra", " # \u{e9}", "\t"])
      text += one(of: ["\n", "\n", "\n", "\r\n", "\r", "\n\n", ""])
    }
    return mutated(Array(text.utf8))
  }

  /// Generates a `Toolfile.lock`.
  mutating func lock() -> [UInt8] {
    var text = one(of: ["", "", "# lock\n", "\u{FEFF}", "\n"])
    text += one(of: [
      "lockfile 1\n", "lockfile 1\n", "lockfile 1\n", "lockfile 1\r\n", "lockfile 2\n",
    ])
    text += "platforms linux-x64 macos-arm64\n"
    var names = Set((0..<below(5)).map { _ in toolName() }).sorted()
    if below(20) == 0 { names.reverse() }
    for name in names {
      text += "\ntool \(quoted(name)) \(quoted(version()))\n"
      text += "  wants \"~> 1.0\" Toolfile\n  declares groups=default source=pypi\n"
      text += one(of: [
        "", "", "  released 2026-11-12T17:54:49Z\n", "  unknown line here\n", "  prov\n",
        "  publisher github:acme/node workflow release.yml\n", "  publisher github:a/b immutable\n",
      ])
      let names = Set(
        (0..<below(4)).map { _ in one(of: ["a", "ab", "b", "npm", "npx", "node", "ruff"]) })
      let executables = names.sorted().map { name in
        (name: name, platforms: below(4) == 0 ? [one(of: Platform.allCases)] : [])
      }
      for (name, platforms) in executables {
        let words = platforms.map { " " + quoted($0.rawValue) }
        text += "  provides " + quoted(name) + words.joined() + "\n"
      }
      let parts = below(3) == 0 ? (0...below(3)).compactMap { _ in part() } : []
      let partLines = parts.map { line(of: $0) }.joined()
      let isPartFirst = below(4) == 0
      if isPartFirst { text += partLines }
      for platform in [Platform.linuxArm64, .linuxX64, .linuxX64Musl, .macosArm64]
      where below(3) > 0 {
        let digest = hexadecimal(64)
        let id = contentID(
          of: digest,
          executables.filter { $0.platforms.isEmpty || $0.platforms.contains(platform) }
            .map(\.name),
          parts.filter { $0.platform ?? platform == platform })
        text += "  artifact \(quoted(platform.rawValue)) \(id) zip \(quoted("sha256:" + digest)) "
        text += "\(below(1000)) "
        text += one(of: ["u", "https://example.org/a/b", "https://example.org/x y://z"]) + "\n"
      }
      if !isPartFirst { text += partLines }
      text += one(of: [
        "", "", "", "", "\nfuture block\n  provides ruff\n  artifact linux-x64 abc\n",
        "  trust-on-first-use\n",
      ])
    }
    if below(30) == 0 {
      text += one(of: [
        "<<<<<<< a\n", "=======\n", ">>>>>>>\n", "|||||||\n", "======\n", "=========\n",
      ])
    }
    return mutated(Array(text.utf8))
  }

  /// Returns a random part of an artifact.
  private mutating func part() -> ArtifactPart? {
    guard let name = PartName(one(of: ["rake", "CFPropertyList", "a.b"])),
      let version = VersionText(one(of: ["1.0", "3.0.7"])),
      let format = ArtifactFormat(one(of: ["gem", "zip"])),
      let digest = SHA256Digest(hexadecimal: hexadecimal(64)),
      let url = ArtifactURL("https://example.org/part")
    else { return nil }
    return ArtifactPart(
      platform: one(of: [nil, nil, .linuxX64, .macosArm64]), name: name, version: version,
      format: format, digest: digest, size: below(1000), url: url)
  }

  /// Returns the line of a part in a lock.
  private mutating func line(of part: ArtifactPart) -> String {
    "  part \(quoted(part.platform?.rawValue ?? "any")) \(part.name) \(quoted(part.version.text))"
      + " \(part.format) \(part.digest) \(part.size) \(part.url)\n"
  }

  /// Returns the content id of a zip with `parts`, or in one of ten cases an incorrect
  /// or outdated id.
  private mutating func contentID(
    of digest: String, _ names: [String], _ parts: [ArtifactPart]
  ) -> String {
    let executables = names.compactMap {
      ExecutableName($0).map { Toolfile.Executable($0) }
    }
    let right = SHA256Digest(hexadecimal: digest).flatMap { digest in
      ArtifactFormat("zip").map {
        InstallationContent($0, digest, executables: executables, parts: parts).id.description
      }
    }
    switch below(20) {
    case 0: return hexadecimal(40)
    case 1: return String(digest.prefix(12))
    default: return right ?? ""
    }
  }

  /// Returns a valid or invalid tool name.
  private mutating func toolName() -> String {
    one(of: [
      "ruff", "node", "npm", "a", "a.b", "a-b", "a_b", "0x", "tool", "clang-format", "Ruff", "-x",
      ".x", "../x", "a/b", "é", "",
    ])
  }

  /// Returns a valid or invalid version.
  private mutating func version() -> String {
    one(of: [
      "1.0", "0.17.5", "24.19.0", "system", "2024-01-01", "v1", "1.0+local",
      "1.0-0123456789abcdef0123456789abcdef01234567",
      "latest", ">=1", "~>1", "1.*", "../x", "-rf", ".1", "1:2", "1'2", "a\u{0}b", "1\u{1b}", "",
      "1#2", String(repeating: "9", count: 128), String(repeating: "9", count: 129),
    ])
  }

  /// Returns `word`, sometimes in quotes, which may lack an end or contain an escape.
  private mutating func quoted(_ word: String) -> String {
    switch below(24) {
    case 0: "\"\(word)\""
    case 1: "\"\(word)"
    case 2: "\"\(word)\\n\""
    default: word
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef")

  /// Returns `count` random hexadecimal digits.
  private mutating func hexadecimal(_ count: Int) -> String {
    String((0..<count).map { _ in one(of: Self.hexadecimalDigits) })
  }

  /// Returns `bytes` with up to three changes. Half of the results are unchanged.
  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<max(0, below(6) - 2) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(7) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(one(of: Array(" \t\r\n\"\\#\0-./:'*\u{7f}".utf8)), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + below(40)))
      case 4:
        bytes.insert(
          contentsOf: bytes[place..<min(bytes.count, place + below(80))], at: below(bytes.count))
      case 5: bytes.removeSubrange(place...)
      default: bytes[place] ^= 1 << UInt8(below(8))
      }
    }
    return bytes
  }
}
