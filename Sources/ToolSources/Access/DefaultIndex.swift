internal import Filesystem
internal import Layout
internal import Selection
internal import SourceKinds

/// The index that a program of this machine uses if no setting names one. The program is run once,
/// and the address is stored under the root.
struct DefaultIndex<Kind: OpenableIndexKind>: Sendable {
  private let helpers: HelperPrograms
  private let folder: RootFolder
  /// The file that stores the address, followed by a newline.
  private var addressFile: FilePath { folder.appending("default") }

  init(_ helpers: HelperPrograms, root: Root) {
    self.helpers = helpers
    folder = root.index.folder(Kind.name)
  }

  /// Returns the address of the index, or `nil` if no program reports one.
  func address() async -> String? {
    if let storedAddress { return storedAddress }
    let found = await BlockingThread.result { Kind.defaultAddress(helpers) }
    if let found {
      // A failure to store the address is harmless: the program is run again the next time.
      do {
        try folder.makeDirectories()
        try addressFile.replaceContents(with: "\(found)\n".utf8)
      } catch {}
    }
    return found
  }

  /// The address that the program reported in an earlier run, or `nil` if it was not asked yet.
  var storedAddress: String? {
    guard let bytes = try? addressFile.contents(limit: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // Without the newline, the file is truncated, so the program is run again.
    return text.last == "\n" ? String(text.dropLast()) : nil
  }
}
