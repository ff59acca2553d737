internal import Cryptography
internal import Diagnostics
internal import Filesystem
internal import Projects
internal import Vocabulary

/// Verifies files that are already on this machine against the lock. A new download is verified
/// while it is transferred.
enum ArtifactVerification {
  /// Returns the fault of the file at `path`, or `nil` if the file is intact.
  ///
  /// - Parameters:
  ///   - file: The expected size and digest.
  ///   - path: The path of the file.
  ///   - url: The address that the file was copied from, for messages.
  static func fault(
    of file: PlannedFile, at path: FilePath, from url: ArtifactURL
  ) async throws(Problem) -> SourceProblem.Fault? {
    let found = try await BlockingThread.mappingFileErrors { () throws(FileError) in
      try SHA256.digest(ofFile: path)
    }
    if found.size != file.size {
      return .answer(.wrongSize(address: url.text, expected: file.size, actual: found.size))
    }
    if found.digest != file.digest {
      return .answer(
        .wrongDigest(
          address: url.text, expected: file.digest.hexadecimal, actual: found.digest.hexadecimal))
    }
    return nil
  }
}
