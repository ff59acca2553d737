internal import Diagnostics
internal import Vocabulary

extension UnconfirmedStatement {
  /// The message, which says why the source could not be asked.
  var message: Message {
    Message("unconfirmed-statement", "the policy of this machine forbids \(subject)")
      .detail("for", "\(tool) \(version)")
      .detail("asked by", origin?.description)
      .detail("because", problem.map { $0.message.headline } ?? "--offline is set")
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

  private var remedy: String {
    guard let problem else { return "run the command again without --offline" }
    return problem.exitCode == .notTrusted
      ? "use an index that the policy permits" : "run the command again when the index responds"
  }
}
