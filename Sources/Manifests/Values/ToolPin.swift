package import Diagnostics

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

  /// Parses `system` or an exact version, or returns `nil` if `text` is neither.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    if bytes[range].elementsEqual("system".utf8) {
      self = .system
    } else if let version = VersionText(bytes, range) {
      self = .exact(version)
    } else {
      return nil
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
