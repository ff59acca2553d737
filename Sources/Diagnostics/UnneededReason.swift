package import Vocabulary

/// Why nothing needs an installation. Folders are absolute paths, and times are in seconds since
/// 1970.
package enum UnneededReason: Hashable, Sendable {
  /// These versions of the same tool are needed instead, sorted.
  case replaced(by: [VersionText])
  /// A copy of the same version with different content is needed.
  case otherContent
  /// Only this project needed it, and its folder has been missing since this time.
  case projectMissing(String, since: Int64)
  /// Only this project needed it, and none of its files has named a tool since this time.
  case projectWithoutFiles(String, since: Int64)
  /// Only this project needed it, and the user asked to forget the project.
  case projectForgotten(String)
  /// No known project, pin, or global version names the tool.
  case unnamed
}
