internal import Diagnostics
internal import Vocabulary

extension LimitedTool {
  /// The platforms as the end of a sentence: `linux-arm64, macos-arm64`.
  var platformList: String { platforms.map(\.rawValue).joined(separator: ", ") }
}
