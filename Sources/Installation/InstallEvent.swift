package import Builds

/// Progress of an install. Titles have the form `ruff 0.17.5`.
package enum InstallEvent: Sendable {
  /// The installation requires a download of `byteCount` bytes.
  case downloading(title: String, byteCount: Int)
  /// `byteCount` bytes of the download have arrived so far.
  case received(title: String, byteCount: Int)
  case unpacking(title: String)
  case build(title: String, BuildEvent)
  /// The installation is complete in the staging area. It becomes visible together with all others.
  case staged(title: String)
  /// Everything is unpacked and is being written to disk.
  case synchronizing
}
