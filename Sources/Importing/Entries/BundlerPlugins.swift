internal import Diagnostics
internal import Vocabulary

/// The plugins of tools that only Bundler loads, because a gem tool loads only its own gems.
struct BundlerPlugins: Sendable {
  /// What the names of a tool's plugins begin with.
  private static let prefixes = [
    "cocoapods": "cocoapods-", "danger": "danger-", "fastlane": "fastlane-plugin-",
  ]

  /// The first plugin of each tool.
  private var plugins: [String: String] = [:]
  /// A file that could name further plugins but is not read, or `nil` if there is none.
  private var unreadFile: String?

  /// Adds a gem if it is a plugin.
  mutating func add(_ gem: String) {
    for (tool, prefix) in Self.prefixes where gem.hasPrefix(prefix) && plugins[tool] == nil {
      plugins[tool] = gem
    }
  }

  /// Notes that a file is not read.
  mutating func addUnread(_ file: String) { unreadFile = unreadFile ?? file }

  /// Returns the reason to leave out a tool that has plugins, or `nil` if it has none.
  func reason(toLeaveOut tool: ToolName) -> ImportRemark.Reason? {
    guard Self.prefixes[tool.text] != nil else { return nil }
    return plugins[tool.text].map { .plugin($0) } ?? unreadFile.map { .unknownPlugins(file: $0) }
  }
}
