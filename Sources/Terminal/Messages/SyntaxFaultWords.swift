internal import Diagnostics
internal import Vocabulary

extension WordFault {
  var sentence: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .start(let character): "it cannot begin with \(name(of: character))"
    case .character(let character): "it cannot contain \(name(of: character))"
    }
  }
}

extension RequirementFault {
  var sentence: String {
    switch self {
    case .emptyClause: "a condition is missing"
    case .missingVersion: "a version is missing"
    case .unknownComparator(let text): "\(literal(text)) is not a comparison operator"
    case .alternatives: "it cannot state alternatives"
    case .wildcard(let text): "\(literal(text)) is a wildcard pattern, not a version"
    case .character(let character): "it cannot contain \(name(of: character))"
    case .notAVersion(let text): "\(literal(text)) is not a version"
    case .tooLong(let limit): "a version is longer than \(limit) bytes"
    case .listTooLong(let limit): "the conditions are longer than \(limit) bytes"
    }
  }
}

extension LockLineFault {
  var sentence: String {
    switch self {
    case .emptyField: "fields must be separated by one space"
    case .missingField(let kind): "\(noun(ofField: kind)) is missing"
    case .extraField(let text): "unexpected \(literal(text))"
    case .repeatedField(let text): "\(literal(text)) is given twice"
    case .tooManyFields(let limit): "more than \(limit) fields"
    case .unterminatedQuote: "the quoted field does not end on this line"
    case .unknownEscape(let text): "\(literal(text)) is not a valid escape"
    case .wrongField(let kind, let found): "\(literal(found)) is not \(noun(ofField: kind))"
    case .unknownPlatform(let text, _): "\(literal(text)) is not a platform"
    case .sizeTooLarge(let text, let limit):
      "the size \(literal(text)) exceeds the limit of \(QuantityFormat.bytes(limit))"
    case .unsupportedDigest(let algorithm):
      "\(literal(algorithm)) digests are not accepted; use `sha256`"
    case .reservedExecutable(let name):
      "a tool provides `\(name)` only if the Toolfile lists it under `executables`"
    case .foreignContentID(let id):
      "the content id \(literal(id)) does not match the other lines of this tool"
    case .credentials: "the URL contains a user name or password"
    }
  }
}
