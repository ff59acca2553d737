internal import Diagnostics
internal import SourceKinds

// The words for what only a folder of artifacts can have wrong.
extension SourceFault {
  static let noAddress = SourceFault(
    "no-address", "the source `\(DirectoryKind.name)` needs an address",
    [.askedBy, .detail(label: "try", ["source \"\(DirectoryKind.name)\", \"<folder>\""])])

  static func badIndexLine(path: String, line: Int, _ fault: IndexLineFault) -> SourceFault {
    SourceFault(
      "bad-index-line", "the index of a folder cannot be read: \(fault.words)",
      [.detail(label: "at", ["\(path):\(line)"]), .askedBy])
  }
}

/// Why a line in a folder's index is wrong.
enum IndexLineFault: Error, Hashable {
  /// The first word is none that is known.
  case unknownWord(String)
  case missingField(String)
  /// A field, and what stands there.
  case badField(String, found: String)
  /// A second file for one platform of one version.
  case duplicate
  /// The file begins with no `index 1`.
  case noHeader
  case newerVersion(String)

  fileprivate var words: String {
    switch self {
    case .unknownWord(let word): "`\(word)` is not a word of an index"
    case .missingField(let name): "the field `\(name)` is missing"
    case .badField(let name, let found): "`\(found)` is not a \(name)"
    case .duplicate: "this was said before"
    case .noHeader: "it does not begin with `index 1`"
    case .newerVersion(let version): "it is in form \(version), and 1 is known"
    }
  }
}
