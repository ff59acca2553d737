internal import Cryptography
internal import Filesystem
internal import Layout
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The facts about files that were examined earlier, stored in the root by address. Locking these
/// files therefore needs no request for them, and works with `--offline`.
///
/// ```
/// index/<source>/artifacts/<digest of the key>
/// ```
///
/// The key consists of the address, the digest that the source states, and the executables that the
/// manifest lists. An entry contains the number of the rule that found the executables, the digest
/// and size of the file, and a line for each executable. Its last line marks it as complete.
///
/// A file without a stated digest is trusted as it was when it was first fetched.
struct KnownArtifacts: Sendable {
  private let folder: RootFolder
  /// The part of the key that all files of a release share.
  private let requested: String

  /// The facts about a file.
  struct Entry: Hashable, Sendable {
    let file: MeasuredFile
    /// The executables, sorted.
    let executables: [ExecutableName]
  }

  /// The number of the rule that finds the executables of archives. It changes whenever the rule
  /// does (``ArchiveLayout``).
  private static let ruleNumber = 1

  /// Creates the index of the files of `source` in `root`.
  ///
  /// - Parameters:
  ///   - root: The root that contains the index.
  ///   - source: The name of the source.
  ///   - tool: The name of the tool, which is also the name of an executable that is not listed.
  ///   - declaration: The declaration of the tool, which may list executables.
  init(_ root: Root, source: String, of tool: ToolName, _ declaration: LockedDeclaration) {
    folder = root.index.folder(source).folder("artifacts")
    // The executables of a build do not depend on the files in its archive.
    let unlisted = declaration.steps.isEmpty ? "of \(tool)" : "built as \(tool)"
    requested = declaration[LockedDeclaration.executablesKey] ?? unlisted
  }

  /// Returns the entry of a file, or `nil` if the file is not known.
  subscript(file: RemoteFile) -> Entry? {
    guard let bytes = try? path(of: file).contents(limit: 1 << 20) else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
    guard lines.popFirst() == "rule \(Self.ruleNumber)"[...], lines.popLast() == "end",
      let digest = lines.popFirst().flatMap({ SHA256Digest(hexadecimal: $0) }),
      let size = lines.popFirst().flatMap({ Int($0) })
    else { return nil }
    let names = lines.compactMap { ExecutableName($0) }
    guard names.count == lines.count, !names.isEmpty else { return nil }
    return Entry(file: MeasuredFile(digest: digest, size: size), executables: names)
  }

  /// Stores the entry of a file. Ignores failures.
  func store(_ entry: Entry, for file: RemoteFile) {
    let lines =
      ["rule \(Self.ruleNumber)", entry.file.digest.hexadecimal, "\(entry.file.size)"]
      + entry.executables.map(\.text) + ["end"]
    let text = lines.map { $0 + "\n" }.joined()
    do {
      try folder.makeDirectories()
      try path(of: file).replaceContents(with: text.utf8, isDurable: false)
    } catch {
      // Without an entry, the file is examined again.
    }
  }

  private func path(of file: RemoteFile) -> FilePath {
    let digest = file.digest?.hexadecimal ?? file.sha512?.description ?? "-"
    let key = "\(file.address.text) \(digest) \(requested)"
    return folder.appending(SHA256.digest(of: Array(key.utf8)).hexadecimal)
  }
}
