internal import Cryptography
package import Diagnostics
internal import Filesystem
internal import Layout
package import Projects
internal import ToolSources
internal import Vocabulary

// Comparisons with the sizes in a lock.
extension ArtifactFetcher {
  /// Checks that the kept downloads of an installation that exists already have the locked sizes.
  ///
  /// - Throws: ``Problem/sources(_:)`` if one has another size. A download that is not kept cannot
  ///   be checked.
  package func checkSizesOfKept(_ planned: PlannedInstallation) throws(Problem) {
    for file in planned.files {
      let kept = root.download(file.digest)
      let size = try mappingFileErrors { () throws(FileError) -> Int? in
        guard let size = try kept.status()?.size, size != file.size else { return nil }
        // A kept download that was changed says nothing about the lock.
        return try SHA256.digest(ofFile: kept).digest == file.digest ? size : nil
      }
      if let size { try checkSize(size, of: file, subject(planned, file)) }
    }
  }

  /// Checks the size of a file that was verified while it was downloaded.
  func checkSizeOfPrefetched(
    _ file: PlannedFile, _ subject: ProblemSubject
  ) throws(Problem) {
    let status = try mappingFileErrors(try root.download(file.digest).status())
    if let status { try checkSize(status.size, of: file, subject) }
  }

  /// Checks the size of a file that has the digest of `file`. The size in a lock comes from a
  /// source, so it may be wrong although the digest is right.
  func checkSize(
    _ size: Int, of file: PlannedFile, _ subject: ProblemSubject
  ) throws(Problem) {
    if size == file.size { return }
    throw Problem(
      subject.error(
        .answer(
          .wrongSize(
            address: file.urls.first?.text ?? "", expected: file.size, actual: size))))
  }
}
