/// A command that an installer such as pip would generate from a line of `entry_points.txt`, for
/// example from `swig4.0 = swig:swig`.
struct EntryPoint: Hashable, Sendable {
  /// The name of the command, such as `swig4.0`.
  let name: String
  /// The name of the called function without its module, such as `swig`.
  let function: String

  /// Returns the commands in an `entry_points.txt`: the lines of the sections
  /// `[console_scripts]` and `[gui_scripts]`. Ignores other sections and invalid lines.
  static func commands(in text: some Sequence<UInt8>) -> [EntryPoint] {
    var isInCommandSection = false
    var result: [EntryPoint] = []
    for line in String(decoding: Array(text), as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmingSpace
      if line.hasPrefix("[") {
        isInCommandSection = ["[console_scripts]", "[gui_scripts]"].contains(line)
      } else if isInCommandSection, let equals = line.firstIndex(of: "="), !line.hasPrefix("#") {
        let name = line[..<equals].trimmingSpace
        // The form is `package.module:object.attribute [extra]`.
        let target = line[line.index(after: equals)...].prefix { $0 != "[" }
        let function = target.split { $0 == ":" || $0 == "." }.last?.trimmingSpace ?? ""
        if !name.isEmpty {
          result.append(EntryPoint(name: String(name), function: String(function)))
        }
      }
    }
    return result
  }

  /// Returns whether the member at `path` lists the entry points of a wheel. It has the form
  /// `NAME-VERSION.dist-info/entry_points.txt`.
  static func isList(_ path: String) -> Bool {
    path.hasSuffix(".dist-info/entry_points.txt")
      && path.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }
}
