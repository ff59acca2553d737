import Filesystem
import Layout
import Manifests
import Sandboxes
import ShimSearch
import Vocabulary

/// SplitMix64 (Steele, Lea, Flood, 2014): equal seeds yield equal numbers.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// Returns true with a probability of one in `count`.
  mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a random element.
  mutating func one<Element>(of choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  /// Returns a subset of `choices`. Each one is included with a probability of one half.
  mutating func some<Element>(of choices: [Element]) -> [Element] {
    choices.filter { _ in Bool.random(using: &self) }
  }
}

/// A test environment of random nested folders with files that pin tools, valid and invalid.
///
/// The first number of a version encodes its location: 1 to 4 for the folders, outermost first, 7
/// for a variable, 8 for the global pins, 9 for a lock that does not count, and 21 to 24 for other
/// version managers' files in the folders. So equal versions have the same location.
struct FolderTree {
  static let tools = ["clang-format", "node", "npm", "ruff"]
  static let executables = ["fmt", "node", "npm"]
  private static let platforms = [
    "linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl", "macos-x64", "macos-arm64",
  ]

  /// The folders, outermost first.
  let folders: [FilePath]
  let root: Root
  private(set) var environment: Environment
  /// Whether the shim treats the locks as sealed: the routes list all executables that the locks
  /// provide, and the locks have the form that the `lock` command writes.
  let isSealed: Bool
  /// The index of the user's home directory, or `nil` if no folder is.
  private(set) var home: Int?
  /// What the shim knows about the home directory without a system call (`PinSearchContext`).
  private(set) var homeLevel: Int? = -1
  /// Whether a file requires the main program: another version manager's file, or a Toolfile
  /// without a lock.
  private(set) var needsMainProgram = false
  /// Whether any file has a fault, relevant or not. The shim may then defer to the main program.
  private(set) var hasFaults = false
  /// The paths and texts of the files, to explain a difference between the two searches.
  private(set) var texts: [String] = []

  /// The tools in the route of each executable.
  private var routes: [String: Set<String>] = [:]
  private var generator: SeededGenerator

  /// Writes a tree into `folder`. Equal seeds yield equal trees.
  init(in folder: FilePath, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    folders = ["a", "a/b", "a/b/c", "a/b/c/d"].map { folder.appending($0) }
    root = Root(folder.appending("root"))
    environment = Environment([
      "PATH": folder.appending("node_modules/.bin").string,
      "BOOTSTRAP_SYSTEM_PATH": folder.appending("guarded").string,
    ])
    isSealed = generator.once(in: 5)
    try folders[3].makeDirectories()
    try chooseHome(in: folder)
    try root.routes.makeDirectories()
    for name in Self.executables {
      routes[name] = Set(generator.some(of: Self.tools))
      try write(folder.appending("node_modules/.bin/\(name)"), "", permissions: 0o755)
    }
    for tool in generator.some(of: Self.tools) {
      try root.installs.appending(tool).makeDirectories()
    }
    for level in folders.indices { try fill(level) }
    if generator.once(in: 3) { try writePins(root.globalPins, "8") }
    try chooseVariables()
    for (name, tools) in routes where !tools.isEmpty {
      try write(root.routes.appending(name), tools.sorted().map { "\($0)\n" }.joined() + ".\n")
    }
  }

  /// The innermost folder, where searches begin.
  var directory: FilePath { folders[3] }

  /// Returns the tools in the route of an executable.
  func candidates(for executable: String) -> [String] { routes[executable, default: []].sorted() }

  /// Writes a file and records its text.
  private mutating func write(_ path: FilePath, _ text: String, permissions: UInt16 = 0o644) throws
  {
    try path.parentDirectory.makeDirectories()
    try path.replaceContents(with: Array(text.utf8), isDurable: false)
    if permissions != 0o644 { try path.setPermissions(permissions) }
    texts.append("\(path): \(text.debugDescription)")
  }

  /// Writes random files into one of the folders.
  private mutating func fill(_ level: Int) throws {
    let folder = folders[level]
    if generator.once(in: 2) {
      try writePins(folder.appending(ToolVersionFile.name), "\(level + 1)")
    }
    if generator.once(in: 3) {
      try writeLock(level)
    } else if generator.once(in: 12) {
      needsMainProgram = true
      try write(
        folder.appending(Toolfile.name),
        generator.once(in: 4)
          ? "tool\n" : generator.some(of: Self.tools).map { "tool \"\($0)\"\n" }.joined())
    }
    if generator.once(in: 10) { try writeIdiomaticFile(level) }
  }

  /// Makes one of the folders the user's home directory, perhaps with a link in its path.
  private mutating func chooseHome(in folder: FilePath) throws {
    if generator.once(in: 3) { return }
    let index = generator.one(of: Array(folders.indices))
    home = index
    if generator.once(in: 3) {
      let link = folder.appending("home")
      try link.makeLink(to: folders[index])
      environment.set("HOME", to: link.bytes)
      homeLevel = nil
    } else {
      environment.set("HOME", to: folders[index].bytes)
      homeLevel = folders.count - 1 - index
    }
  }

  /// Writes a Toolfile as a link, in one step or two, to a folder of dotfiles beside the folders of
  /// the search, and returns that folder. Often leaves another lock in the folder.
  private mutating func linkToolfile(_ level: Int) throws -> FilePath {
    let folder = folders[level]
    let dotfiles = folders[0].parentDirectory.appending("dotfiles")
    let name = generator.one(of: [Toolfile.name, "tools.rb"])
    try write(dotfiles.appending(name), "tool \"ruff\"\n")
    var target = dotfiles.appending(name)
    if generator.once(in: 2) {
      let up = String(repeating: "../", count: level + 1)
      target = FilePath("\(up)dotfiles/\(name)")
    }
    if generator.once(in: 3) {
      try folder.appending("link").makeLink(to: target)
      target = "./link"
    }
    try folder.appending(Toolfile.name).makeLink(to: target)
    texts.append("\(folder.appending(Toolfile.name)) -> \(target)")
    return dotfiles
  }

  /// Returns one of two versions for the location `major`, so that a pin and a lock in the same
  /// folder sometimes agree.
  private mutating func version(_ major: String) -> String {
    "\(major).\(generator.one(of: [0, 1]))"
  }

  /// Writes a file in the format of `.tool-version`.
  private mutating func writePins(_ path: FilePath, _ major: String) throws {
    if generator.once(in: 40) { return try makeUnreadable(path) }
    var lines: [String] = []
    for tool in generator.some(of: Self.tools).shuffled(using: &generator) {
      lines.append("\(tool) \(generator.once(in: 6) ? "system" : version(major))")
    }
    if generator.once(in: 12) {
      hasFaults = true
      lines.append(
        generator.one(of: [
          "ruff", "zig latest", "zig lts", "ruff 1.x", "node %s", "zig 1;0", "zig 1.0 2.0", "Zig 1",
          "node 1.0\nnode 1.0",
        ]))
    }
    try write(path, lines.map { "\($0)\n" }.joined())
  }

  /// Puts a folder or a link that leads nowhere in the place of a file.
  private mutating func makeUnreadable(_ path: FilePath) throws {
    hasFaults = true
    if generator.once(in: 2) {
      try path.makeDirectories()
      texts.append("\(path)/")
    } else {
      try path.makeLink(to: "nowhere")
      texts.append("\(path) -> nowhere")
    }
  }

  /// Writes a lock and usually a Toolfile, which is mostly a link in the home directory. The lock
  /// sometimes has a fault.
  private mutating func writeLock(_ level: Int) throws {
    var folder = folders[level]
    if level == home, !generator.once(in: 3) {
      let dotfiles = try linkToolfile(level)
      if generator.once(in: 2) { try writeLock(in: folder, major: "9") }
      folder = dotfiles
    } else if !generator.once(in: 8) {
      try write(folder.appending(Toolfile.name), "tool \"ruff\"\n")
    }
    // The main program says which tools the Toolfile names.
    if folder != folders[level], generator.once(in: 6) {
      needsMainProgram = true
    } else {
      try writeLock(in: folder, major: "\(level + 1)")
    }
  }

  /// Writes a lock with versions of the location `major`.
  private mutating func writeLock(in folder: FilePath, major: String) throws {
    let path = folder.appending(Lockfile.name)
    if !isSealed, generator.once(in: 25) { return try makeUnreadable(path) }
    let isCovered = isSealed || !generator.once(in: 6)
    if !isCovered { needsMainProgram = true }
    let covered = Self.platforms.filter { isCovered == ($0 == Platform.current.rawValue) }
    var text = "lockfile 1\nplatforms \(covered.joined(separator: " "))\n"
    for tool in generator.some(of: Self.tools) {
      let provides = generator.some(of: Self.executables)
      if isSealed { for name in provides { routes[name, default: []].insert(tool) } }
      text += "\ntool \(tool) \(version(major))\n"
      if !isCovered {
        let limit = generator.once(in: 3) ? " platforms=\(covered.joined(separator: ","))" : ""
        text += "  declares groups=default\(limit) source=url\n"
      }
      for name in provides {
        let platforms = generator.once(in: 4) ? generator.some(of: Self.platforms) : []
        text += "  provides \(name)" + platforms.map { " \($0)" }.joined() + "\n"
      }
      let digit = generator.one(of: ["1", "2", "a"])
      let id = String(repeating: digit, count: 40)
      for platform in Self.platforms where !generator.once(in: 6) {
        let digest = String(repeating: digit, count: 64)
        text += "  artifact \(platform) \(id) zip sha256:\(digest) 5 https://example.org/x\n"
      }
    }
    if !isSealed, generator.once(in: 8) {
      let fault = generator.one(of: [0, 1, 2, 3, 4])
      if fault < 3 { hasFaults = true } else { needsMainProgram = true }
      switch fault {
      case 0: text += "<<<<<<< ours\n"
      case 1: text += "tool"
      case 2: text = "lockfile 2\n" + text
      default: text = unfinishedMerge(of: text, major)
      }
    }
    try write(path, text)
  }

  /// Returns the text of a lock in an unfinished merge. Each stanza is outside the conflicts, on
  /// both sides, or on one side. Only the main program decides which of them count.
  private mutating func unfinishedMerge(of text: String, _ major: String) -> String {
    let parts = text.split(separator: "\n\n").map { $0.hasSuffix("\n") ? "\($0)" : "\($0)\n" }
    return parts[0]
      + parts.dropFirst().map { stanza in
        switch generator.one(of: [0, 1, 2, 3]) {
        case 0: "\n" + stanza
        case 1: "\n<<<<<<< ours\n\(stanza)||||||| base\n=======\n\(stanza)>>>>>>> theirs\n"
        case 2: "\n<<<<<<< ours\n=======\n\(stanza)>>>>>>> theirs\n"
        default:
          "\n<<<<<<< ours\n\(stanza)=======\n"
            + stanza.replacing("\(major).", with: "\(major).9.") + ">>>>>>> theirs\n"
        }
      }.joined()
  }

  /// Writes another version manager's file.
  private mutating func writeIdiomaticFile(_ level: Int) throws {
    needsMainProgram = true
    let name = generator.one(of: [".nvmrc", ".node-version", ".tool-versions", ".ruby-version"])
    let path = folders[level].appending(name)
    if generator.once(in: 5) {
      try path.makeDirectories()
      texts.append("\(path)/")
      return
    }
    let version = "2\(level + 1).0"
    let text =
      name == ".tool-versions"
      ? generator.one(of: [
        "nodejs \(version)\nruff \(version)\n", "ruff \(version) 1.0\n", "zig 1\n",
      ])
      : generator.one(of: ["v\(version)\n", "\(version)", "lts/*\n", "\(version)\n1.0\n", ""])
    try write(path, text)
  }

  /// Sets variables that pin tools, some of them to invalid values.
  private mutating func chooseVariables() throws {
    for tool in ["CLANG_FORMAT", "NODE", "NPM", "OTHER"] where generator.once(in: 10) {
      let value = generator.one(of: [version("7"), version("7"), "system", "latest", ">=1", ""])
      environment["BOOTSTRAP_\(tool)_VERSION"] = value
      texts.append("\(tool)=\(value)")
    }
  }
}

/// The variables and seals of a tree, as the shim supplies them to its search.
struct TreeContext: PinSearchContext {
  let tree: FolderTree

  private var variables: [[UInt8]] {
    tree.environment.entries.filter { ShimSearch.PinVariable.isAssigned(in: $0) }
  }

  var variableCount: Int { variables.count }

  func variable(pinning tool: [UInt8]) -> [UInt8]? {
    let prefix = ShimSearch.PinVariable.name(for: tool) + [UInt8(ascii: "=")]
    return variables.first { $0.starts(with: prefix) }.map { Array($0.dropFirst(prefix.count)) }
  }

  let foreignFiles = ShimSearch.ForeignFiles.ignored

  func isSealed(_ lock: ShimSearch.FileIdentity, level: Int) -> Bool { tree.isSealed }

  var homeLevel: Int? { tree.homeLevel }

  func isHome(_ path: ShimSearch.PathText) -> Bool {
    guard let home = tree.environment.path("HOME") else { return false }
    let base = path.count
    path.append(".")
    defer { path.truncate(to: base) }
    return ShimSearch.FileIdentity.isSameFile(path, ShimSearch.PathText(home.bytes))
  }
}
