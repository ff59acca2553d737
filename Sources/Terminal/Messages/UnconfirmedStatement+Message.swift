internal import Diagnostics
internal import Vocabulary

extension UnconfirmedStatement {
  /// The message, which says why the source did not confirm the statement.
  var message: Message {
    Message("unconfirmed-statement", "the policy of this machine forbids \(subject)")
      .detail("for", "\(tool) \(version)")
      .detail("asked by", origin?.description)
      .detail("because", cause)
      .detail("policy", rule.description)
      .detail("try", remedy)
  }

  private var subject: String {
    switch kind {
    case .time: "releases whose time no index confirms"
    case .publisher: "files whose publisher no index confirms"
    case .digest: "files whose digest no index confirms"
    }
  }

  private var cause: String {
    switch reason {
    case .offline: "--offline is set"
    case .unlisted: "the index does not list it"
    case .problem(let problem): problem.message.headline
    }
  }

  private var remedy: String {
    switch reason {
    case .offline: "run the command again without --offline"
    case .unlisted: "lock a version that the index lists"
    case .problem(let problem) where problem.exitCode == .notTrusted:
      "use an index that the policy permits"
    case .problem: "run the command again when the index responds"
    }
  }
}
