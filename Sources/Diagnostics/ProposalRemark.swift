package import Vocabulary

/// A remark about a proposed definition, for its author.
package enum ProposalRemark: Hashable, Sendable {
  /// The release from which the definition was made. `released` is its date, or `nil` if it is
  /// unknown.
  case release(tool: ToolName, version: String, released: String?, isPrerelease: Bool)
  /// What a platform gets: a file with its size in bytes, or `nil` if that is unknown.
  case file(platform: Platform, name: String, byteCount: Int?)
  case noFile(platform: Platform)
  /// The programs were found in these files.
  case programs([ExecutableName], openedFiles: [String])
  /// Only some of the opened files have these programs.
  case partialPrograms([ExecutableName])
  /// The usual rule finds no version in the tags, but this pattern does.
  case unusualTags(pattern: String)
  /// Nobody states the digests of the files.
  case noDigests
  /// The source has no summary of the tool.
  case noSummary
  /// The repository or package has this name now.
  case renamed(String)
  /// The shipped registry also defines the tool. `source` names the source and the package.
  case shipped(tool: ToolName, source: String)
  /// The shipped registry has the name as an alias of these tools.
  case aliased(tool: ToolName, of: [ToolName])
  /// What to do with the definition.
  case next
}
