internal import Diagnostics
package import Filesystem

/// A problem at a line of a file, in the form that a service shows beside that line of a pull
/// request.
struct PullRequestAnnotation: Hashable {
  /// The location, or `nil` if the problem belongs to no line.
  let origin: Origin?
  let text: String
}

/// The way a service takes annotations from the output of a job.
package struct AnnotationFormat: Sendable {
  /// The services that are supported, as the option `--annotate` names them.
  package static let services = ["github"]

  /// The folder to which the paths in messages are relative.
  private let folder: FilePath
  private let home: FilePath?

  /// Creates the format of GitHub Actions: workflow commands, `::error file=…,line=…::…`.
  ///
  /// - Parameter folder: The folder to which the paths in messages are relative.
  package init(folder: FilePath, environment: Environment) {
    self.folder = folder
    home = environment.path("HOME")
  }

  /// Returns the line that annotates a problem, with its newline. GitHub turns the absolute path of
  /// a file in its workspace into a relative one.
  func line(_ annotation: PullRequestAnnotation) -> String {
    var properties: [String] = []
    if case .file(let path, let line, let column)? = annotation.origin {
      properties.append("file=\(Self.escaped(absolute(path), in: ":,"))")
      if let line { properties.append("line=\(line)") }
      if let column { properties.append("col=\(column)") }
    }
    let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
    return "::error\(list)::\(Self.escaped(annotation.text))\n"
  }

  private func absolute(_ path: String) -> String {
    if path.hasPrefix("~/"), let home { return home.appending(path.dropFirst(2)).string }
    return folder.resolving(FilePath(path)).string
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

extension Problem {
  /// The annotations of this problem: one for each line that is at fault, or one without a line.
  var annotations: [PullRequestAnnotation] {
    switch self {
    case .syntax(let problems):
      return problems.problems.map { problem in
        let advice = problem.suggestion.map { "\ntry: \($0)" } ?? ""
        return .init(origin: problem.origin, text: problem.fault.sentence + advice)
      }
    case .several(let problems): return problems.flatMap(\.annotations)
    case .sources(let problems):
      return problems.map { .init(origin: $0.origin, text: $0.message.annotationText) }
    default: return messages.map { .init(origin: origin, text: $0.annotationText) }
    }
  }

  /// The first location in a file that this problem names, or `nil` if it names none.
  private var origin: Origin? {
    let origins: [Origin?] =
      switch self {
      case .artifact(let problem): [problem.origin]
      case .trust(let problem): problem.requests.map(\.origin)
      case .selection(.notInstalled(let pin, _, _, _, _, _)), .selection(.damaged(let pin, _)):
        [pin.origin]
      case .project(.lockIsStale(_, let difference)):
        difference.added.map(\.origin) + difference.changed.map(\.origin)
      case .project(.conflict(let conflict)): conflict.derivation.map(\.origin)
      case .project(.manifestNotEditable(let origin, _)): [origin]
      case .project(.declaredAlready(_, let origin)): [origin]
      case .release(.excluded(_, _, let origin)): [origin]
      default: []
      }
    return origins.lazy.compactMap { $0 }.first { $0.path != nil }
  }
}

extension Message {
  /// The headline and the details, a line each.
  fileprivate var annotationText: String {
    ([headline] + detailLines.map { String($0.drop { $0 == " " }) }).joined(separator: "\n")
  }
}
