internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import ToolSources
internal import Vocabulary

// Copies of files that are on this machine.
extension ArtifactFetcher {
  /// Copies a local file to `new` and verifies the copy. A relative `file:` address is resolved
  /// against the project's folder.
  func copy(
    _ url: ArtifactURL, of file: PlannedFile, from planned: PlannedInstallation,
    _ subject: ProblemSubject, to new: FilePath
  ) async throws(Problem) {
    guard let relative = FileAddress.path(of: url.text) else {
      throw Problem(subject.error(.declaration(.badAddress(.notLocal))))
    }
    let path = projectFolder.resolving(relative)
    let index = planned.declaration["address"].flatMap(FileAddress.path)
    let boundary = FileBoundary(
      project: projectFolder, index: index.map { projectFolder.resolving($0) })
    let size: Int
    do {
      size = try await BlockingThread.result { () throws(FileBoundary.Failure) in
        try boundary.read(path) { (local) throws(FileError) in
          // A larger file is not the locked one. Its size is reported without copying it.
          let size = try local.status().size
          if size == file.size { try local.copy(to: new, limit: size) }
          return size
        }
      }
    } catch {
      switch error {
      case .fault(let fault): throw Problem(subject.error(fault))
      case .file(let error): throw Problem(error)
      }
    }
    if size != file.size {
      throw Problem(
        subject.error(.answer(.wrongSize(address: url.text, expected: file.size, actual: size))))
    }
    if let fault = try await ArtifactVerification.fault(of: file, at: new, from: url) {
      throw Problem(subject.error(fault))
    }
  }
}
