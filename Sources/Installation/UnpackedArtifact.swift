internal import Archives
internal import Filesystem
internal import Layout

/// An artifact's contents in a folder of its own, before anything is known of what it provides.
struct UnpackedArtifact: Sendable {
  private let artifact: FilePath
  private let format: ArchiveFormat
  private let folder: FilePath

  /// - Parameters:
  ///   - artifact: the verified file.
  ///   - folder: does not exist yet.
  init(_ artifact: FilePath, _ format: ArchiveFormat, in folder: FilePath) {
    self.artifact = artifact
    self.format = format
    self.folder = folder
  }

  /// Makes `folder` with `content/` and an empty `bin/` in it.
  ///
  /// - Parameters:
  ///   - workers: who unpacks.
  ///   - rawPath: the name for a raw artifact, which is the program itself, kept under its digest.
  func extract(
    on workers: Workers, naming rawPath: MemberPath? = nil
  ) async throws(ArchiveError) -> [ExtractedFile] {
    let content = folder.appending(Receipt.contentName)
    let directory = try onFile { () throws(FileError) in
      try folder.makeDirectory()
      try content.makeDirectory()
      try folder.appending("bin").makeDirectory()
      return try Directory.open(content)
    }
    let foldsCase = try onFile { () throws(FileError) in try directory.foldsCase() }
    var extraction = Extraction(of: artifact, as: format, foldsCase: foldsCase)
    extraction.workers = workers
    let isRaw = format == .raw
    return try await extraction.unpack(into: directory) { member in
      guard isRaw, let rawPath else { return Placement(member) }
      return Placement(path: rawPath, isExecutable: true)
    }
  }

  private func onFile<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(ArchiveError) -> Value {
    do throws(FileError) { return try body() } catch { throw .file(error) }
  }
}
