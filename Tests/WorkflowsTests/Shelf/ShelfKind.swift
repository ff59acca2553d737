import Diagnostics
import SourceKinds
import Versions
import Vocabulary

/// The kind of a sample source. A shelf is a folder that contains the files of tools, and an index
/// file that describes them.
///
/// `bootstrap` does not contain this source. The source's code shows everything that an additional
/// source requires.
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
