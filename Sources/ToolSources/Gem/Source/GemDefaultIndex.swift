internal import Filesystem
internal import Layout
internal import Selection
internal import SourceKinds

/// The index that the RubyGems of this machine uses. The program `gem` is run once, and the address
/// is stored under the root.
struct GemDefaultIndex: Sendable {
  private let helpers: HelperPrograms
  private let folder: RootFolder
  /// The file that stores the address, followed by a newline.
  private var addressFile: FilePath { folder.appending("default") }

  init(_ helpers: HelperPrograms, root: Root) {
    self.helpers = helpers
    folder = root.index.folder(GemKind.name)
  }

  /// Returns the address of the index, or `nil` if no `gem` on `PATH` reports one.
  func address() async -> String? {
    if let storedAddress { return storedAddress }
    let found = await BlockingThread.result { self.reportedAddress() }
    if let found {
      // A failure to store the address is harmless: `gem` is run again the next time.
      do {
        try folder.makeDirectories()
        try addressFile.replaceContents(with: "\(found)\n".utf8)
      } catch {}
    }
    return found
  }

  /// The address that `gem` reported in an earlier run, or `nil` if it was not asked yet.
  var storedAddress: String? {
    guard let bytes = try? addressFile.contents(limit: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // Without the newline, the file is truncated, so `gem` is run again.
    return text.last == "\n" ? String(text.dropLast()) : nil
  }

  /// Returns the first address that a `gem` reports, or `nil` if there is none. The variables that
  /// name libraries and settings of Ruby are withheld, so that they cannot add code.
  private func reportedAddress() -> String? {
    let withheld = ["RUBYOPT=", "RUBYLIB=", "GEM_HOME=", "GEM_PATH=", "BUNDLE_GEMFILE="]
    let environment = Environment(
      entries: helpers.environment.entries.filter { entry in
        !withheld.contains { entry.starts(with: $0.utf8) }
      })
    for program in helpers.all(named: "gem") {
      let output = try? ChildProcess.output(
        of: program, arguments: ["sources", "--list"], environment: environment, limit: 1 << 16)
      let address = output.flatMap { output in
        String(decoding: output, as: UTF8.self).split(separator: "\n")
          .first { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
      }
      if let address { return String(address.trimmingSpace) }
    }
    return nil
  }
}
