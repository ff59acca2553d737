package import Builds

/// Progress of an install. Titles have the form `ruff 0.17.5`.
package enum InstallEvent: Sendable {
  /// The installation requires a download of `byteCount` bytes.
  case downloading(title: String, byteCount: Int)
  /// `byteCount` bytes of the download have arrived so far.
  case received(title: String, byteCount: Int)
  case unpacking(title: String)
  /// A step of a build begins.
  ///
  /// - Parameters:
  ///   - number: The position of the step, from 1.
  ///   - count: The number of all steps.
  ///   - command: The command line.
  case building(title: String, number: Int, count: Int, command: String)
  /// A step of a build has printed this line, which has no control characters.
  case buildOutput(title: String, line: String)
  /// The system cannot restrict builds in some ways, for example in a container.
  case unrestrictedBuild([BuildRestriction])
  /// The installation is complete in the staging area. It becomes visible together with all others.
  case staged(title: String)
  /// Everything is unpacked and is being written to disk.
  case synchronizing
}
