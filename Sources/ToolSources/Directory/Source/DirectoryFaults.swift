internal import Diagnostics
internal import SourceKinds

// The faults that are specific to a folder of artifacts.
extension SourceFault {
  static let noAddress = SourceFault(
    "no-address", "the source `\(DirectoryKind.name)` needs an address",
    [.askedBy, .detail(label: "try", ["source \"\(DirectoryKind.name)\", \"<folder>\""])])

  static func badIndexLine(path: String, line: Int, _ fault: IndexLineFault) -> SourceFault {
    SourceFault(
      "bad-index-line", "the index of the folder is invalid: \(fault.words)",
      [.detail(label: "at", ["\(path):\(line)"]), .askedBy])
  }
}

/// A reason why a line of a folder's index is invalid.
enum IndexLineFault: Error, Hashable {
  case unknownWord(String)
  case missingField(String)
  /// The name of a field and its invalid content.
  case badField(String, found: String)
  /// A statement repeats an earlier one, such as a second file for one platform of a version.
  case duplicate
  /// The file does not begin with `index 1`.
  case noHeader
  case newerVersion(String)

  fileprivate var words: String {
    switch self {
    case .unknownWord(let word): "unknown keyword `\(word)`"
    case .missingField(let name): "the field `\(name)` is missing"
    case .badField(let name, let found): "`\(found)` is not a \(name)"
    case .duplicate: "this line contradicts or repeats an earlier one"
    case .noHeader: "it does not begin with `index 1`"
    case .newerVersion(let version): "its format is \(version), but only format 1 is supported"
    }
  }
}
