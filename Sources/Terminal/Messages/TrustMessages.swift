package import Diagnostics
internal import Vocabulary

extension TrustProblem {
  var message: Message {
    Message("not-trusted", "\(project) uses \(count) that you have not accepted")
      .requests(requests)
      .detail(
        "because", rule.map { _ in "nobody can be asked, and the policy does not let CI accept" }
      )
      .detail("because", listObstacle?.text)
      .detail("policy", rule?.description)
      .detail(
        "run", edit == nil && !needsList ? bootstrapCommand(remedy, in: directory) : nil
      )
      .detail("try", edit == nil && needsList ? listAdvice : nil)
      .detail("try", edit.map { _ in "run the same command in a terminal, where it asks you" })
      .detail("or", edit?.steps(in: directory))
      .detail("otherwise", "do nothing; none of these has been used")
  }

  /// Whether nothing but a list that the user has read helps where nobody can be asked.
  private var needsList: Bool { rule != nil && listObstacle != .unknown }

  /// The advice to state the list that the user has read.
  private var listAdvice: String {
    "set BOOTSTRAP_TRUST to what `\(bootstrapCommand("trust --digest", in: directory))` prints, or "
      + "run `\(bootstrapCommand("trust", in: directory))` in a terminal"
  }

  /// The command that helps. Only `install` and `trust` know what a digest stands for.
  private var remedy: String { listObstacle == .unknown ? "install" : "trust" }

  /// The warning that the requests were accepted because nobody can be asked in CI.
  var noticeInCI: Message {
    Message("accepted-in-CI", "\(project) uses \(count), accepted because CI is set")
      .requests(requests)
  }

  /// The warning that installed programs keep hiding others without consent.
  var noticeOfKeptPrograms: Message {
    Message("kept-hiding", "\(project) hides programs that you reach by the same name")
      .requests(requests)
      .detail("because", "it had installed them before this needed your consent")
      .detail("undo", "bootstrap -C \(shellPath(project)) trust --revoke")
  }

  /// Returns the line above ``lines``.
  ///
  /// - Parameter isAccepted: Whether the user has accepted the requests already.
  package func heading(isAccepted: Bool = false) -> String {
    let verb = groups.count == 1 ? "needs" : "need"
    return visible(
      "\(project) uses \(count) that "
        + (isAccepted ? "you have accepted:" : "\(verb) your consent:"))
  }

  private var count: String { QuantityFormat.count(groups.count, "thing") }

  private var groups: [RequestGroup] { RequestGroup.groups(of: requests) }

  /// The requests as lines to read before accepting them. Below each is what accepting it means.
  package var lines: [String] {
    groups.flatMap { group in
      [group.label.padded(to: 10) + group.text]
        + group.effect.map { "".padded(to: 10) + $0 }
    }.map { visible("  " + $0) }
  }
}

extension TrustProblem.Edit {
  /// The steps that replace the command if there is no terminal to ask for consent.
  fileprivate func steps(in directory: String?) -> String {
    let (edit, lock) =
      switch self {
      case .addition: ("add the tool to the Toolfile, run ", "lock")
      case .update: ("run ", "lock --update")
      }
    return "without a terminal, \(edit)`\(bootstrapCommand(lock, in: directory))`, and then "
      + "`\(bootstrapCommand("trust", in: directory))`"
  }
}

extension TrustProblem.ListObstacle {
  fileprivate var text: String {
    switch self {
    case .differs: "BOOTSTRAP_TRUST accepts other requests"
    case .unknown: "no install has compared them with BOOTSTRAP_TRUST yet"
    }
  }
}

/// Returns the command line that runs a command of `bootstrap` in `directory`, or in the working
/// directory if it is `nil`.
func bootstrapCommand(_ name: String, in directory: String?) -> String {
  "bootstrap" + (directory.map { " -C \(shellPath($0))" } ?? "") + " \(name)"
}

extension Message {
  /// Returns the message with a detail for each group of requests, and the steps of builds.
  fileprivate func requests(_ requests: [TrustProblem.Request]) -> Message {
    RequestGroup.groups(of: requests).reduce(self) { message, group in
      message.column(group.label, [group.text] + group.steps)
    }
  }
}

extension TrustProblem.Request {
  /// The request as JSON.
  package var json: JSON {
    let sent = JSON.Member(name: "sends", value: .optional(credential?.phrase))
    var members: [JSON.Member] =
      switch item {
      case .source(let source, let address):
        [
          .init(name: "kind", value: "source"), .init(name: "source", value: .string(source)),
          .init(name: "address", value: .string(address)), sent,
        ]
      case .artifact(let tool, let address):
        [
          .init(name: "kind", value: "artifact"), .init(name: "tool", value: .string(tool.text)),
          .init(name: "address", value: .string(address)), sent,
        ]
      case .executable(let name, let tool, let source, let package, let address):
        [
          .init(name: "kind", value: "executable"), .init(name: "name", value: .string(name.text)),
          .init(name: "tool", value: .string(tool.text)),
          .init(name: "source", value: .string(source)),
          .init(name: "package", value: .string(package)),
          .init(name: "address", value: .optional(address)),
          .init(name: "hides", value: .optional(hidden?.text)),
        ]
      case .build(let tool, let version, let archive, let parts, let steps):
        [
          .init(name: "kind", value: "build"), .init(name: "tool", value: .string(tool.text)),
          .init(name: "version", value: .string(version.text)),
          .init(name: "archive", value: .string(archive.description)),
          .init(
            name: "parts",
            value: .array(
              parts.map { part in
                .object([
                  .init(name: "name", value: .string(part.name.text)),
                  .init(name: "kind", value: .string(part.isPatch ? "patch" : "archive")),
                  .init(name: "digest", value: .string(part.digest.description)),
                ])
              })),
          .init(name: "steps", value: .array(steps.map { .string($0) })),
        ]
      case .gemExtension(let tool, let gem, let version, let digest):
        [
          .init(name: "kind", value: "extension"), .init(name: "tool", value: .string(tool.text)),
          .init(name: "gem", value: .string(gem.text)),
          .init(name: "version", value: .string(version.text)),
          .init(name: "digest", value: .string(digest.description)),
        ]
      case .hook(let hook): hook.members
      case .hostPackage(let manager, let name):
        [
          .init(name: "kind", value: "host-package"),
          .init(name: "manager", value: .string(manager.rawValue)),
          .init(name: "name", value: .string(name)),
          .init(name: "tap", value: .optional(manager.tap(of: name))),
        ]
      case .attestationRoot(let issuer, let digest):
        [
          .init(name: "kind", value: "attestation-root"),
          .init(name: "issuer", value: .string(issuer)),
          .init(name: "digest", value: .string(digest.description)),
        ]
      case .content(let tool, let digest):
        [
          .init(name: "kind", value: "content"), .init(name: "tool", value: .string(tool.text)),
          .init(name: "digest", value: .string(digest)),
        ]
      }
    members.append(.init(name: "origin", value: .optional(origin?.withoutColumn)))
    return .object(members)
  }
}

extension String {
  /// Returns the text with spaces after it, up to a length of `count` characters.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
