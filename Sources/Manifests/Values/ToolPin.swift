package import Diagnostics

/// A tool, the exact version that it has, and what says so.
package struct ToolPin: Hashable, Sendable {
  package let tool: ToolName
  package let version: PinnedVersion
  package let origin: Origin

  package init(tool: ToolName, version: PinnedVersion, origin: Origin) {
    self.tool = tool
    self.version = version
    self.origin = origin
  }
}

/// What a pin says: an exact version, or the program of that name further down `PATH`.
package enum PinnedVersion: Hashable, Sendable {
  case exact(VersionText)
  case system

  /// nil for a text that is neither `system` nor safe as a version.
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
  /// As it stands in `.tool-version`.
  package var description: String {
    switch self {
    case .exact(let version): version.text
    case .system: "system"
    }
  }
}
