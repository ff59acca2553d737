internal import Diagnostics
internal import Manifests

/// The options of a tool in a manifest of mise, as far as a Toolfile can express them.
struct MiseOptions {
  /// The program in the files of a release, or `nil` if it is the one with the name of the tool.
  private(set) var program: String?
  /// The name that mise gives to the program.
  private var newName: String?
  private var tagPrefix: String?
  private var platforms: PlatformLimit?
  /// The names of all other options.
  private var others: [String] = []

  /// Creates no options.
  init() {}

  /// Reads the members of a table such as `{ version = "1.2", exe = "tool", os = ["linux"] }`.
  init(_ members: [(key: [String], value: TOMLEntries.Value)]) {
    for (key, value) in members where key != ["version"] {
      add(key.map(ForeignName.shown).joined(separator: "."), value.texts)
    }
  }

  /// Returns the options with those in a list such as `exe=tool,version_prefix=v`.
  func adding(list: Substring) -> MiseOptions {
    var options = self
    for item in list.split(separator: ",") {
      let sides = item.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if let name = sides.first { options.add(ForeignName.shown(name), Array(sides.dropFirst())) }
    }
    return options
  }

  private mutating func add(_ name: String, _ values: [String]) {
    let value = values.first.flatMap { ForeignName.isName($0) ? $0 : nil }
    switch (name, value) {
    case ("exe", let value?): program = value
    case ("rename_exe", let value?), ("bin", let value?):
      newName = value
      others.append(name)
    case ("version_prefix", let value?): tagPrefix = value
    case ("os", _?): platforms = PlatformLimit(to: values.map(ForeignName.shown))
    default: others.append(name)
    }
  }

  /// Returns the tool with the options, and a remark on those that are left out.
  func applied(to tool: ForeignTool) -> ForeignTool {
    var tool = others.isEmpty ? tool : tool.adding([.options(others)])
    tool.selection.program = program
    tool.selection.newName = newName
    tool.selection.tagPrefix = tagPrefix
    tool.platforms = platforms
    return tool
  }
}
