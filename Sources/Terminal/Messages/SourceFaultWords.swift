internal import Diagnostics

extension RedirectFault {
  var words: String {
    switch self {
    case .insecure(let target): "it leads to unencrypted \(concealed(target))"
    case .foreign(let target, _, _): "it leads to \(concealed(target)), which is not on a mirror"
    case .tooMany(let limit): "there are more than \(limit) redirects in a row"
    case .noAddress: "it leads to an address that is neither http nor https"
    }
  }
}

extension UnreadableResponse {
  var words: String {
    switch self {
    case .empty: "the response is empty"
    case .contentType(let type): "it is `\(type)`, not an index page"
    case .truncated(let bytes): "it is truncated after \(bytes) bytes"
    case .page: "it is a web page, possibly a login page"
    case .noFiles: "it is a page without package files, possibly a login page"
    case .unexpectedJSON(let offset): "it is not valid index JSON at byte \(offset)"
    case .version(let version):
      "it uses protocol version \(version), but only version 1 is supported"
    }
  }
}

extension AddressFault {
  var words: String {
    switch self {
    case .scheme(let scheme): "`\(scheme)` is not supported; use `https` or `http`"
    case .incomplete: "it does not have the form `https://host/path`"
    case .query: "it has a query or a fragment, to which no package name can be appended"
    case .queryOfFile:
      "it has a query or a fragment, which may contain a secret and must not be in a lock"
    case .malformed(let words): words
    case .notLocal: "it is not a `file:` URL on this machine"
    case .noPath: "it is neither a path nor a `file:` URL on this machine"
    case .fileName(let name): name
    }
  }
}

extension SourceProblem.OptionForm {
  var words: String {
    switch self {
    case .packageName:
      "letters, digits, `.`, `_`, and `-`, beginning and ending with a letter or digit"
    case .repositoryName: "the form `owner/name`"
    case .version: "a version in the scheme of the tool"
    case .text: "a string"
    case .texts: "a string or an array of strings"
    case .steps: "a command or an array of commands"
    case .boolean: "`true` or `false`"
    case .integer: "an integer"
    case .map: "a map"
    case .symbol(let name): "`:\(name)`"
    }
  }
}
