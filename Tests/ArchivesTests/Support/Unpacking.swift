import Archives
import Filesystem
import Testing

/// The outcome of unpacking an archive.
struct Unpacked {
  var files: [ExtractedFile] = []
  var error: ArchiveError?
  /// The siblings of the target directory. Empty if no member was written outside the target.
  var siblings: [String] = []

  /// The unpacked file at `path`, or `nil` if there is none.
  subscript(path: String) -> ExtractedFile? { files.first { $0.path.text == path } }
}

/// Unpacks `archive` into `scratch/in/out`, after `change` has adjusted the extraction. Expects an
/// examination to have the same outcome.
func unpack(
  _ archive: FilePath, _ format: ArchiveFormat, in scratch: FilePath,
  foldsCase: Bool = false, change: (inout ArchiveExtraction) -> Void = { _ in },
  placing: @escaping @Sendable (ArchiveMember) -> MemberPlacement? = { MemberPlacement($0) }
) async throws -> Unpacked {
  let parent = scratch.appending("in")
  let out = parent.appending("out")
  try out.makeDirectories()
  var extraction = ArchiveExtraction(of: archive, as: format, foldsCase: foldsCase)
  change(&extraction)
  let directory = try Directory.open(out)
  var result = Unpacked()
  do throws(ArchiveError) {
    result.files = try await extraction.unpack(into: directory, placing: placing)
  } catch {
    result.error = error
  }
  // Only unpacking can fail because of what is in the target directory.
  if case .file? = result.error {
  } else {
    do throws(ArchiveError) {
      let examined = try await extraction.examine(placing: placing)
      #expect(examined.map(\.withoutActualDigest) == result.files)
    } catch {
      #expect(error == result.error)
    }
  }
  result.siblings = try parent.entries().filter { $0 != "out" }
  return result
}

/// Writes `bytes` to `scratch/archive.zip` and unpacks it.
func unpack(
  zip bytes: [UInt8], in scratch: FilePath, foldsCase: Bool = false,
  change: (inout ArchiveExtraction) -> Void = { _ in },
  placing: @escaping @Sendable (ArchiveMember) -> MemberPlacement? = { MemberPlacement($0) }
) async throws -> Unpacked {
  let archive = scratch.appending("archive.zip")
  try archive.replaceContents(with: bytes)
  return try await unpack(
    archive, .zip, in: scratch, foldsCase: foldsCase, change: change, placing: placing)
}

extension ExtractedFile {
  fileprivate var withoutActualDigest: ExtractedFile {
    ExtractedFile(
      path: path, kind: kind, size: size, digest: digest, checksum: checksum,
      original: original)
  }
}
