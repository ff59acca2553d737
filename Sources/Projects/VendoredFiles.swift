package import Filesystem
internal import Vocabulary

/// The folder of a project with copies of its locked files, which `bootstrap cache add` fills and
/// `install` prefers to the addresses in the lock.
///
/// ```
/// vendor/tools/index                             the index of a directory source
/// vendor/tools/ruff-0.17.5-linux-x64.wheel       an artifact
/// vendor/tools/fastlane-2.220-any-rake-13.gem    a part
/// vendor/tools/attestations/<hex>                an attestation that the lock names by its digest
/// ```
package enum VendoredFiles {
  /// The path of the folder, relative to the project's.
  package static let folder: FilePath = "vendor/tools"
  /// The path of the folder with copies of attestations, relative to the project's.
  package static let attestations: FilePath = "vendor/tools/attestations"

  /// Returns the path of the copy of a file, relative to the project's folder.
  package static func path(of file: PlannedFile, for planned: PlannedInstallation) -> FilePath {
    folder.appending(name(of: file, for: planned))
  }

  /// Returns the name of the copy of a file.
  package static func name(of file: PlannedFile, for planned: PlannedInstallation) -> String {
    let title = "\(planned.tool)-\(planned.version)-\(planned.artifact.platform)"
    return title + (file.part.map { "-\($0)" } ?? "") + ".\(file.format.text)"
  }
}
