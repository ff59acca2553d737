internal import Filesystem
internal import Layout
internal import Selection
internal import SourceKinds

/// The default index of the pip on this machine. pip is run once, and the address is stored
/// under the root.
struct PipDefaultIndex: Sendable {
  private let helpers: HelperPrograms
  private let folder: RootFolder
  /// The file that stores the address, followed by a newline.
  private var addressFile: FilePath { folder.appending("default") }

  init(_ helpers: HelperPrograms, root: Root) {
    self.helpers = helpers
    folder = root.index.folder(PyPIKind.name)
  }

  /// Returns the address of the index, or `nil` if no Python on `PATH` has a pip that reports one.
  func address() async -> String? {
    if let storedAddress { return storedAddress }
    let found = await BlockingThread.result { self.reportedAddress() }
    if let found {
      // A failure to store the address is harmless: pip is run again the next time.
      do {
        try folder.makeDirectories()
        try addressFile.replaceContents(with: "\(found)\n".utf8)
      } catch {}
    }
    return found
  }

  /// The address that pip reported in an earlier run, or `nil` if it was not asked yet.
  var storedAddress: String? {
    guard let bytes = try? addressFile.contents(limit: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // Without the newline, the file is truncated, so pip is run again.
    return text.last == "\n" ? String(text.dropLast()) : nil
  }

  /// Returns the address that pip reports, or `nil` if no Python has a pip that reports one.
  /// Runs Python isolated (`-I`), so that environment variables, the working directory, and the
  /// user's site-packages cannot add modules.
  private func reportedAddress() -> String? {
    let script = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    return helpers.reply(of: "python3", arguments: ["-I", "-c", script], limit: 4096) { output in
      output.split(separator: "\n").first.map(String.init)
    }
  }
}
