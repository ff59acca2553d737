package import Filesystem
internal import Vocabulary

/// The form in which a service reads annotations from the output of a job.
package struct AnnotationFormat: Sendable {
  /// The services that are supported, as the option `--annotate` names them.
  package static let services = ["github"]

  private let places: PlaceFormat

  /// Creates the format of GitHub Actions: workflow commands, `::error file=…,line=…::…`.
  ///
  /// - Parameter folder: The folder to which the paths in messages are relative.
  package init(folder: FilePath, environment: Environment) {
    places = PlaceFormat(folder: folder, environment: environment)
  }

  /// Returns the line that annotates a problem, with its newline. The path in it is absolute, which
  /// GitHub accepts for files in its workspace.
  func line(_ annotation: PullRequestAnnotation) -> String {
    var properties: [String] = []
    if case .file(let path, let line, let column)? = annotation.origin {
      properties.append("file=\(Self.escaped(places.absolute(path), in: ":,"))")
      if let line { properties.append("line=\(line)") }
      if let column { properties.append("col=\(column)") }
    }
    let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    return "::error\(list)::\(Self.escaped(annotation.text))\n"
  }

  /// Escapes a value as GitHub's runner decodes it: the characters that end a command, `%`, and in
  /// a property also those that end the property.
  private static func escaped(_ text: String, in separators: String = "") -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isSpecial =
        "%\r\n".unicodeScalars.contains(scalar)
        || separators.unicodeScalars.contains(scalar)
      guard isSpecial else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return result
  }
}
