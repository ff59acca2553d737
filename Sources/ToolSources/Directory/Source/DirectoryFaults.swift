internal import Diagnostics
internal import SourceKinds

// The faults that are specific to a folder of artifacts.
extension SourceFault {
  /// The fault of a `source` statement without the path of the folder.
  static let noAddress = SourceFault(
    "no-address", "the source `\(DirectoryKind.name)` needs an address",
    [.requestOrigin, .detail(label: "try", ["source \"\(DirectoryKind.name)\", \"<directory>\""])])

  /// Creates the fault of an invalid line in the index. Line numbers start at 1.
  static func badIndexLine(path: String, line: Int, _ fault: IndexLineFault) -> SourceFault {
    SourceFault(
      "bad-index-line", "the index of the directory is invalid: \(fault.words)",
      [.requestOrigin, .detail(label: "at", ["\(path):\(line)"])]
        + (fault.supported.map { [$0] } ?? []),
      isOfSource: true)
  }
}

/// A reason why a line of a folder's index is invalid.
enum IndexLineFault: Error, Hashable {
  /// The line begins with this unknown keyword.
  case unknownKeyword(String)
  /// The line ends before the field with this name.
  case missingField(String)
  /// A field has invalid content. `found` is that content.
  case badField(String, found: String)
  /// The line has, or adds, too many of these elements.
  case tooMany(String)
  /// The line repeats or contradicts an earlier one, such as a second file for one platform of
  /// a version.
  case duplicate
  /// The first statement does not begin with `index`, or there are no statements.
  case noHeader
  /// The header states a format version other than 1.
  case newerVersion(String)
  /// The file is not UTF-8 text.
  case notText(isUTF16: Bool)
  /// The format of a file is not among the known ones.
  case unknownFormat(String, known: [String])
  /// The platform of a file is not among the known ones.
  case unknownPlatform(String, known: [String])
  /// The size of a file exceeds the limit in bytes.
  case sizeTooLarge(String, limit: Int)
  /// An artifact lists this executable twice.
  case repeatedExecutable(String)
  /// The format is that of a single program, but the artifact lists `extra` as a second executable.
  case severalExecutables(format: String, extra: String)
  /// Another fault, whose text is not shown because the index is a link out of the repository.
  case unshownText

  /// The fault without any text of the index.
  var withoutText: IndexLineFault {
    switch self {
    case .missingField, .tooMany, .duplicate, .noHeader, .notText, .unshownText: self
    case .unknownKeyword, .badField, .newerVersion, .unknownFormat, .unknownPlatform, .sizeTooLarge,
      .repeatedExecutable, .severalExecutables:
      .unshownText
    }
  }

  /// The values that would be valid instead, or `nil` if they cannot be listed.
  fileprivate var supported: SourceFault.Line? {
    switch self {
    case .unknownFormat(let word, let known), .unknownPlatform(let word, let known):
      .supported(insteadOf: word, known)
    default: nil
    }
  }

  /// The reason as part of a sentence, for the message.
  fileprivate var words: String {
    switch self {
    case .unknownKeyword(let word): "unknown keyword \(abbreviated(word))"
    case .badField("time", let found):
      "\(abbreviated(found)) is not a time such as `2026-01-31T12:00:00Z`"
    case .missingField(let name): "the field `\(name)` is missing"
    case .badField(let name, let found): "\(abbreviated(found)) is not \(withArticle(name))"
    case .tooMany(let elements): "there are too many \(elements)"
    case .unshownText:
      "unexpected text, which is not shown because the file is a link out of the repository"
    case .notText(true): "it is UTF-16, not UTF-8"
    case .notText(false): "it is not UTF-8 text"
    case .unknownFormat(let format, _): "unknown format \(abbreviated(format))"
    case .unknownPlatform(let platform, _): "unknown platform \(abbreviated(platform))"
    case .sizeTooLarge(let text, let limit):
      "the size \(abbreviated(text)) exceeds the limit of \(limit / 1_000_000_000) GB"
    case .repeatedExecutable(let name): "`\(name)` is listed twice"
    case .severalExecutables(let format, let extra):
      "a `\(format)` file is a single program, so it cannot provide \(abbreviated(extra)) as well"
    case .duplicate: "this line contradicts or repeats an earlier one"
    case .noHeader: "it does not begin with `index 1`"
    case .newerVersion(let version):
      "its format is \(abbreviated(version)), but only format 1 is supported"
    }
  }
}
