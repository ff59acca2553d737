internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Transport

/// Verifies local files against the lock. Downloads are verified by their transfer as they arrive.
enum ArtifactVerification {
  /// Returns whether the download at `path` exists and is intact. Deletes a damaged download.
  static func isIntact(_ file: PlannedFile, at path: FilePath) async throws(Problem) -> Bool {
    try await BlockingThread.mappingFileErrors { () throws(FileError) in
      guard let status = try path.status() else { return false }
      if status.size == file.size, try SHA256.digest(ofFile: path).digest == file.digest {
        return true
      }
      try path.removeFile()
      return false
    }
  }

  /// Returns the fault of the file at `path`, which was copied from `url`, or `nil` if the file is
  /// intact.
  static func fault(
    of file: PlannedFile, at path: FilePath, from url: ArtifactURL
  ) async throws(Problem) -> SourceProblem.Fault? {
    let found = try await BlockingThread.mappingFileErrors { () throws(FileError) in
      try SHA256.digest(ofFile: path)
    }
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
