import Diagnostics
import Filesystem
import Layout
import Manifests
import Projects
import SampleLocks
import Selection
import Testing
import Vocabulary

/// A test environment of pins and projects, built from text without a disk.
enum ChainWorld {
  /// The root, which does not exist.
  static let root = Root("/tools")
  private static let digest = String(repeating: "1", count: 64)

  /// Returns the content id of a tool in the locks of this environment.
  static func id(of tool: String) throws -> ContentID {
    try #require(SampleLock.wheelID(providing: tool, digest: digest))
  }

  /// Returns the pin that `text` describes, in a file of `folder`.
  ///
  /// The text contains a tool, a version, and the kind of file: `ruff 1.0` (a `.tool-version`),
  /// `ruff 1.0 lock`, `ruff 1.0 idiomatic` (another version manager's file), or `ruff 1.0 global`.
  static func pin(_ text: String, in folder: FilePath, line: Int) throws -> SelectedPin {
    let words = text.split(separator: " ").map(String.init)
    let kind = words.count > 2 ? words[2] : "file"
    let place: SelectedPin.Place =
      switch kind {
      case "lock": .lock
      case "idiomatic": .idiomaticFile
      case "global": .globalPins
      default: .toolVersionFile
      }
    return SelectedPin(
      tool: try #require(ToolName(words[0])), version: try #require(PinnedVersion(words[1])),
      id: kind == "lock" ? try id(of: words[0]) : nil, place: place,
      origin: .file("\(folder.string)/\(kind)", line: line), folder: folder)
  }

  /// Returns a chain of folders and their pins, nearest folder first.
  static func chain(
    _ folders: KeyValuePairs<String, [String]>, variables: [String: String] = [:],
    global: [String] = [], installed: [String] = []
  ) throws -> PinChain {
    PinChain(
      variables: variables,
      directories: try folders.map { folder, pins in
        try link(FilePath(folder), pins)
      },
      global: try link(root.path, global.map { "\($0) global" }),
      installedTools: installed.compactMap { ToolName($0) })
  }

  /// Returns the link of a folder with these pins.
  static func link(_ folder: FilePath, _ pins: [String]) throws -> PinChain.Link {
    var link = PinChain.Link(folder: folder)
    link.pins = try pins.enumerated().map { try pin($1, in: folder, line: $0 + 1) }
    return link
  }

  /// Returns a project in `/app`. Its lock contains the tools `locked`, such as `ruff 1.0` (for the
  /// default platforms) or `ruff 1.0 macos-arm64`. If `locked` is `nil`, the project has no lock.
  static func project(_ toolfile: String, locked: [String]?) throws -> Project {
    let defaults = Platform.defaults.map(\.rawValue).sorted()
    let lock = try locked.map { locked in
      let stanzas = locked.sorted().map { text in
        let words = text.split(separator: " ").map(String.init)
        let artifacts = (words.count > 2 ? [words[2]] : defaults).map {
          "artifact \($0) ? wheel sha256:\(digest) 5 https://example.org/x"
        }
        return """

          tool \(words[0]) \(words[1])
            wants "" Toolfile
            declares groups=default package=\(words[0]) source=pypi
            provides \(words[0])
            \(artifacts.joined(separator: "\n  "))

          """
      }
      let text = SampleLock.withIDs(
        "lockfile 1\nplatforms \(defaults.joined(separator: " "))\n" + stanzas.joined())
      return try Lockfile(parsing: Array(text.utf8), path: Lockfile.name)
    }
    return Project(
      folder: "/app", toolfile: try Toolfile(parsing: Array(toolfile.utf8), path: Toolfile.name),
      pins: nil, lock: lock)
  }
}

extension PinChain {
  /// Returns the pins of the tools that may provide an executable, here one that no file mentions.
  func pins(ofProviders installed: [ToolName]) throws(Problem) -> [SelectedPin] {
    guard let executable = ExecutableName("program") else { return [] }
    let found = try pins(ofProviders: installed, of: executable)
    if let doubt = found.doubt { throw doubt }
    return found.pins
  }
}
