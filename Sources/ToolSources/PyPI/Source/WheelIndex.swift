internal import Cryptography
internal import Filesystem
internal import Layout
internal import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

/// The executables of wheels that were opened before, stored under the root by the digest of the
/// wheel. A lock of known wheels therefore needs no request for them, also with `--offline`.
///
/// ```
/// index/pypi/wheels/<digest of the key>
/// ```
///
/// The key consists of the wheel's digest and the executables that the Toolfile requests. A file
/// contains the number of the rule that found the executables, the size of the wheel, and a line
/// for each executable. Its last line marks it as complete.
struct WheelIndex: Sendable {
  private let folder: RootFolder

  /// What is known about a wheel.
  struct Entry: Hashable, Sendable {
    /// The size of the wheel in bytes.
    let size: Int
    /// The executables, sorted.
    let executables: [ExecutableName]
  }

  /// Creates the index of wheels in `root`.
  init(_ root: Root) { folder = root.index.folder(PyPIKind.name).folder("wheels") }

  /// Returns the entry of a wheel, or `nil` if the wheel is not known.
  ///
  /// - Parameters:
  ///   - digest: The digest of the wheel.
  ///   - declaration: The declaration of the tool, which may list executables.
  func entry(_ digest: SHA256Digest, _ declaration: LockedDeclaration) -> Entry? {
    guard let bytes = try? file(digest, declaration).contents(limit: 1 << 20) else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")[...]
    guard lines.popFirst() == "rule \(WheelLayout.ruleNumber)"[...], lines.popLast() == "end",
      let first = lines.popFirst(), first.hasPrefix("size "),
      let size = Int(first.dropFirst("size ".count)), (0...Artifact.maximumSize).contains(size)
    else { return nil }
    let names = lines.compactMap { ExecutableName($0) }
    return names.count == lines.count ? Entry(size: size, executables: names) : nil
  }

  /// Stores the entry of a wheel. Ignores failures: without an entry, the wheel is opened again.
  func store(_ entry: Entry, _ digest: SHA256Digest, _ declaration: LockedDeclaration) {
    let lines =
      ["rule \(WheelLayout.ruleNumber)", "size \(entry.size)"]
      + entry.executables.map(\.text) + ["end"]
    let text = lines.map { $0 + "\n" }.joined()
    do {
      try folder.makeDirectories()
      try file(digest, declaration).replaceContents(with: text.utf8, isDurable: false)
    } catch {
      // See above.
    }
  }

  private func file(_ digest: SHA256Digest, _ declaration: LockedDeclaration) -> FilePath {
    let requested = declaration[LockedDeclaration.executablesKey] ?? ""
    let key = "\(digest) \(requested)"
    return folder.appending(SHA256.digest(of: Array(key.utf8)).hexadecimal)
  }
}
