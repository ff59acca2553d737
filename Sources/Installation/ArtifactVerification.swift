internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Transport

/// The second step of an installation: a file is what the lock says, or it is not used.
///
/// A download is verified while it comes, by its transfer; what lies on this machine, here.
enum ArtifactVerification {
  /// Whether a kept download is there and still the right file. Another one is taken away.
  static func holds(_ file: PlannedFile, at path: FilePath) async throws(Problem) -> Bool {
    try await Thread.onDisk { () throws(FileError) in
      guard let status = try path.status() else { return false }
      if status.size == file.size, try SHA256.digest(ofFile: path).digest == file.digest {
        return true
      }
      try path.removeFile()
      return false
    }
  }

  /// What is wrong with the file at `path`, a copy of what `url` names. nil: nothing.
  static func fault(
    of file: PlannedFile, at path: FilePath, from url: ArtifactURL
  ) async throws(Problem) -> SourceProblem.Fault? {
    let found = try await Thread.onDisk { () throws(FileError) in try SHA256.digest(ofFile: path) }
    if found.size != file.size {
      return .wrongSize(address: url.text, expected: file.size, actual: found.size)
    }
    if found.digest != file.digest {
      return .wrongDigest(
        address: url.text, expected: file.digest.hexadecimal, actual: found.digest.hexadecimal)
    }
    return nil
  }
}
