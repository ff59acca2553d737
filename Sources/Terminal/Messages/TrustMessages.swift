package import Diagnostics
internal import Vocabulary

extension TrustProblem {
  var message: Message {
    Message("not-trusted", "\(project) uses \(count) that you have not accepted")
      .requests(requests)
      .detail("because", listObstacle?.text)
      .detail("run", isOfEdit ? nil : bootstrapCommand(remedy, in: directory))
      .detail("try", isOfEdit ? "run the same command in a terminal, where it asks you" : nil)
      .detail("otherwise", "do nothing: what is listed here has not been used")
  }

  /// The command that helps. Only `install` and `trust` know what a digest stands for.
  private var remedy: String { listObstacle == .unknown ? "install" : "trust" }

  /// The warning that the requests were accepted because nobody can be asked in CI.
  var noticeInCI: Message {
    Message("accepted-in-CI", "\(project) uses \(count), accepted because CI is set")
      .requests(requests)
  }

  /// Returns the line above ``lines``.
  ///
  /// - Parameter isAccepted: Whether the user has accepted the requests already.
  package func heading(isAccepted: Bool = false) -> String {
    let verb = requests.count == 1 ? "needs" : "need"
    return visible(
      "\(project) uses \(count) that "
        + (isAccepted ? "you have accepted:" : "\(verb) your consent:"))
  }

  private var count: String { QuantityFormat.count(requests.count, "thing") }

  /// The requests as lines to read before accepting them. Each has a line with the item, and below
  /// it what accepting the item means.
  package var lines: [String] {
    requests.flatMap { request in
      [request.label.padded(to: 10) + request.text]
        + request.effect.map { "".padded(to: 10) + $0 }
    }.map { visible("  " + $0) }
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
  /// Returns the message with a detail for each request.
  fileprivate func requests(_ requests: [TrustProblem.Request]) -> Message {
    requests.reduce(self) { $0.detail($1.label, $1.text) }
  }
}

extension TrustProblem.Request {
  fileprivate var label: String {
    switch item {
    case .source("directory", _): "folder"
    case .source("url", _): "address"
    case .source("registry", _): "registry"
    case .source: "index"
    case .artifact: "download"
    case .executable: "program"
    }
  }

  /// The item with the location that asks for it: `https://… (Toolfile:1)`.
  fileprivate var text: String {
    let place =
      (origin.map { " (\($0.withoutColumn))" } ?? "")
      + (credential.map { credential in
        ", which receives \(credential.phrase)" + (isOffline ? " once `--offline` is not set" : "")
      } ?? "")
    switch item {
    case .source(_, let address): return address + place
    case .artifact(let tool, let address): return "\(address) for \(tool)\(place)"
    case .executable(let name, let tool, let source, let package, let address):
      let from = "\(source) \(package)" + (address.map { " at \($0)" } ?? "")
      let instead = hiddenProgram.map { ", instead of \($0)" } ?? ""
      return "`\(name)` from \(tool) (\(from))\(instead)\(place)"
    }
  }

  /// What accepting the item means, in lines.
  fileprivate var effect: [String] {
    switch item {
    case .source("directory", _):
      ["tools of this project come from this folder, which is outside the repository"]
    case .source("url", _):
      [
        "files of this project's tools are downloaded from here;",
        "whoever runs this server decides what they do on your machine",
      ]
    case .source("registry", _):
      [
        "this registry defines tools of this project;",
        "until they are locked, whoever can change it decides where their files come from",
      ]
    case .source:
      [
        "tools of this project come from here, and not from the index in your settings;",
        "whoever runs this server decides what they do on your machine",
      ]
    case .artifact:
      [
        "the Toolfile names another source, and `bootstrap lock` would not write this;",
        "if you do not know why it is there, say no and ask who changed the lock",
      ]
    case .executable(let name, let tool, _, _, _):
      [
        "here and below, `\(name)` is then this program, also for your editor and scripts;",
        "to use \(tool) without it, list the programs that you want: `executables: [\"…\"]`",
      ]
    }
  }

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
          .init(name: "kind", value: "artifact"), .init(name: "tool", value: .string(tool)),
          .init(name: "address", value: .string(address)), sent,
        ]
      case .executable(let name, let tool, let source, let package, let address):
        [
          .init(name: "kind", value: "executable"), .init(name: "name", value: .string(name)),
          .init(name: "tool", value: .string(tool)), .init(name: "source", value: .string(source)),
          .init(name: "package", value: .string(package)),
          .init(name: "address", value: .optional(address)),
          .init(name: "hides", value: .optional(hiddenProgram)),
        ]
      }
    members.append(.init(name: "origin", value: .optional(origin?.withoutColumn)))
    return .object(members)
  }
}

extension SentCredential {
  /// The secret by its place, without the secret itself: `your token in GH_ENTERPRISE_TOKEN`.
  fileprivate var phrase: String {
    switch self {
    case .variable(let name): "your token in \(name)"
    case .program(let name): "your token from `\(name)`"
    case .index: "the password of the index in your settings"
    case .netrc: "your password in .netrc"
    }
  }
}

extension String {
  /// Returns the text with spaces after it, up to a length of `count` characters.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
