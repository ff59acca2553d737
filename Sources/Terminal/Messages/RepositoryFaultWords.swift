internal import Diagnostics

extension RepositoryFault {
  /// What is wrong, as a sentence without a period.
  var words: String {
    switch self {
    case .capitals: "the name of a repository has no capital letters"
    case .tag(let tag, _): "a mirror is a whole repository, and not only \(literal(tag))"
    case .query: "a repository has neither a query nor a fragment"
    case .badHost: "the host or its port is not valid"
    case .credentials: "a password belongs in `~/.netrc` or a credential helper"
    case .noName: "no name of a repository follows the host"
    case .badName(let name): "no repository can be called \(literal(name))"
    }
  }

  /// The address that was probably meant, or the form of one.
  var corrected: String {
    switch self {
    case .capitals(let corrected), .tag(_, let corrected), .query(let corrected):
      "`\(corrected)`"
    case .badHost, .credentials, .noName, .badName: "`oci://host/repository`"
    }
  }
}
