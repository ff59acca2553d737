/// The version of a tool that a file or environment variable pins.
package struct ToolPin: Hashable, Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  /// The line or environment variable that states the pin.
  package let origin: Origin

  /// Creates a pin.
  package init(tool: ToolName, version: PinnedVersion, origin: Origin) {
    self.tool = tool
    self.version = version
    self.origin = origin
  }
}

/// The version in a pin.
package enum PinnedVersion: Hashable, Sendable {
  case exact(VersionText)
  /// The program that follows the shim on `PATH` and has the same name as the shim.
  case system

  /// Parses `system` or an exact version, or returns `nil` if `text` is neither. Drops a leading
  /// `v`, which many write and no source has in its versions.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  /// Returns whether a pin of this version beside a lock means the locked `version`: the same, or a
  /// build of it.
  package func includes(_ version: VersionText) -> Bool {
    guard case .exact(let pinned) = self else { return false }
    return version == pinned || version.isBuild(of: pinned)
  }

  /// Parses the bytes in `range`, or returns `nil` if they are neither `system` nor an exact
  /// version.
  package init?(_ bytes: [UInt8], _ range: Range<Int>) {
    if bytes[range].elementsEqual("system".utf8) {
      self = .system
    } else if let version = VersionText(bytes, range), version.canBePinned {
      self = .exact(version.withoutLetter)
    } else {
      return nil
    }
  }
}

extension VersionText {
  /// The version without a leading `v`, as in `v1.2`.
  package var withoutLetter: VersionText {
    guard let first = text.utf8.first, first | 0x20 == UInt8(ascii: "v"),
      let number = VersionText(text.dropFirst()),
      number.text.utf8.first.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) ?? false
    else { return self }
    return number
  }

  /// Whether the text may be an exact version of some scheme: it begins with a number (`1.2`,
  /// `v1.2`) and contains only what versions contain. A requirement (`>=1`, `1.x`) cannot be
  /// pinned, nor a word such as `latest` or `lts`.
  package var canBePinned: Bool {
    let bytes = Array(text.utf8)
    let numbers =
      bytes.first.map { $0 | 0x20 } == UInt8(ascii: "v") ? bytes.dropFirst() : bytes[...]
    guard let first = numbers.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
      return false
    }
    if text.hasSuffix(".x") || text.hasSuffix(".X") { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._-+!".utf8.contains(byte)
      }
    }
  }
}

extension PinnedVersion: CustomStringConvertible {
  /// The spelling in a `.tool-version` file.
  package var description: String {
    switch self {
    case .exact(let version): version.text
    case .system: "system"
    }
  }
}
