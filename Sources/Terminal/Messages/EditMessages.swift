internal import Diagnostics
internal import Vocabulary

extension UneditableStatement {
  /// The same message as if the edit had failed altogether.
  var message: Message { ProjectProblem.manifestNotEditable(origin, line: line).message }
}

extension Notice {
  /// Returns the line about a tool that is limited to platforms that the project lacks.
  static func notListed(
    _ platforms: [String], _ tool: String, _ origin: Origin, isRemoved: Bool
  ) -> String {
    let names = platforms.joined(separator: ", ")
    if isRemoved {
      return "\(tool) stays locked for \(names), which \(origin.withoutColumn) still names for it; "
        + "remove that by hand"
    }
    let options = platforms.map { " --add-platform \($0)" }.joined()
    return "the Toolfile does not list \(names), so nobody can install \(tool) there; "
      + "to change that, run `bootstrap lock\(options)`"
  }
}
