/// A command that an installer would generate from `entry_points.txt`: `swig4.0 = swig:swig`.
struct EntryPoint: Hashable, Sendable {
  /// The command's name: `swig4.0`.
  let name: String
  /// The called function without its module: `swig`.
  let function: String

  /// Returns the commands in an `entry_points.txt`. Ignores other sections and invalid lines.
  static func commands(in text: some Sequence<UInt8>) -> [EntryPoint] {
    var isCommands = false
    var result: [EntryPoint] = []
    for line in String(decoding: Array(text), as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.trimmingSpace
      if line.hasPrefix("[") {
        isCommands = ["[console_scripts]", "[gui_scripts]"].contains(line)
      } else if isCommands, let equals = line.firstIndex(of: "="), !line.hasPrefix("#") {
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
}
