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
      [.requestOrigin, .detail(label: "at", ["\(path):\(line)"])])
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
  /// Another fault, whose text is not shown because the index is a link out of its folder.
  case unshownText

  /// The fault without any text of the index.
  var withoutText: IndexLineFault {
    switch self {
    case .missingField, .tooMany, .duplicate, .noHeader, .unshownText: self
    case .unknownKeyword, .badField, .newerVersion: .unshownText
    }
  }

  /// The reason as part of a sentence, for the message.
  fileprivate var words: String {
    switch self {
    case .unknownKeyword(let word): "unknown keyword `\(word)`"
    case .missingField(let name): "the field `\(name)` is missing"
    case .badField(let name, let found): "`\(found)` is not a \(name)"
    case .tooMany(let elements): "there are too many \(elements)"
    case .unshownText:
      "unexpected text, which is not shown because the file is a link out of its folder"
    case .duplicate: "this line contradicts or repeats an earlier one"
    case .noHeader: "it does not begin with `index 1`"
    case .newerVersion(let version): "its format is \(version), but only format 1 is supported"
    }
  }
}
