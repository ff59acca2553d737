import Diagnostics
import Manifests
import SourceKinds
import Versions

/// The kind of a sample source: a file with one line per tool, beside the tools' files.
///
/// The program does not contain this source. This folder shows all that an additional source
/// requires.
enum ShelfKind: SourceKind {
  static let name = "shelf"
  static let scheme = VersionScheme.semver
  static let options = [SourceOption("edition", .text)]
  static let shelfSetting = "shelf"
  static let settings = [shelfSetting]

  static func packageName(_ text: String) -> String? { ToolName(text.lowercased())?.text }
}

extension SourceFault {
  /// The fault of a shelf without tools.
  static let empty = SourceFault(
    "empty-shelf", "{subject} cannot be looked for: the shelf is empty", [.requestOrigin],
    exitCode: .noManifest)
}
