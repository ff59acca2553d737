import Diagnostics
import Manifests
import SourceKinds
import Versions

/// A shelf: a file with one line per tool, beside the tools' files.
///
/// The program ships no shelf. This folder shows what an additional source requires.
enum ShelfKind: SourceKind {
  static let name = "shelf"
  static let scheme = VersionScheme.semver
  static let options = [SourceOption("edition", .text)]
  static let shelfSetting = "shelf"
  static let settings = [shelfSetting]

  static func packageName(_ text: String) -> String? { ToolName(text.lowercased())?.text }
}

extension SourceFault {
  static let empty = SourceFault(
    "empty-shelf", "{subject} cannot be looked for: the shelf is empty", [.askedBy],
    exitCode: .noManifest)
}
