internal import Diagnostics
internal import Vocabulary

extension PolicyProblem {
  /// One message for each fault, or for each line and what it forbids.
  var messages: [Message] {
    switch self {
    case .unusable(let faults): faults.map(\.message)
    case .forbidden(let violations): PolicyViolation.messages(of: violations)
    }
  }
}

extension PolicyLine {
  /// The advice for users who need what the line forbids.
  var remedy: String { "ask whoever maintains \(path) to permit it, or do without it" }

  /// Returns the advice to add a line to the policy.
  func remedy(adding line: String) -> String {
    "ask whoever maintains \(path) to add `\(line)`"
  }
}

extension PolicyViolation {
  /// Returns one message for each group of violations that differ only in the tool.
  static func messages(of violations: [PolicyViolation]) -> [Message] {
    var groups: [[PolicyViolation]] = []
    for violation in violations {
      let index = groups.firstIndex {
        $0[0].rule == violation.rule && $0[0].matter.kind == violation.matter.kind
          && $0[0].headline == violation.headline
      }
      if let index { groups[index].append(violation) } else { groups.append([violation]) }
    }
    return groups.map(message)
  }

  private static func message(_ group: [PolicyViolation]) -> Message {
    let first = group[0]
    return Message("policy-forbids", "the policy of this machine forbids \(first.headline)")
      .column("for", group.compactMap(\.subject).distinct)
      .column("asked by", group.compactMap { $0.origin?.description }.distinct)
      .detail("because", first.reason)
      .detail("policy", first.rule.description)
      .detail("try", first.remedy)
  }

  /// What is forbidden, without the tool.
  private var headline: String {
    switch matter {
    case .source(let name): "tools from the source `\(name)`"
    case .host(let host): "requests to \(printable(host))"
    case .registry(let name): "the definitions of the registry `\(printable(name))`"
    case .editedDefinition: "definitions that are not the built-in ones"
    case .publisher(let name?): "files that \(printable(name)) published"
    case .publisher(nil): "files whose publisher is not verified"
    case .provenance(_, .verified): "files whose publisher is not verified"
    case .provenance(_, .stated): "files whose publisher is not stated"
    case .age(nil, _): "releases of unknown age"
    case .age(_, let cooldown): "releases that are younger than \(cooldown)"
    case .firstUse: "files whose digest no index states"
    case .build: "code that runs during an installation"
    case .hook(let name): "the hook `\(printable(name))`"
    case .hostPackage(let manager, let name):
      "the system package `\(printable(name))` (\(manager.rawValue))"
    case .installOnExec: "installs started by running a tool"
    case .unrecorded: "what it cannot examine"
    }
  }

  private var subject: String? { tool.map { "\($0)\(version.map { " \($0)" } ?? "")" } }

  private var reason: String? {
    switch matter {
    case .age(let released?, _): "it was released at \(released)"
    case .editedDefinition:
      "the lock says that they are built in, but names another source, package, or publisher"
    case .unrecorded:
      "the record of an installation states neither its publisher nor its time of release"
    default: nil
    }
  }

  private var remedy: String {
    switch matter {
    case .age(let released?, let cooldown):
      "lock an older version, or wait until "
        + "\(ReleaseTime(secondsSince1970: released.secondsSince1970 + Int64(cooldown.seconds)))"
    case .editedDefinition: "bootstrap lock --update"
    case .installOnExec: "bootstrap install"
    case .unrecorded: "bootstrap install"
    case .hook: "bootstrap setup --skip hooks"
    case .hostPackage:
      "install it as whoever maintains \(rule.path) says, then: "
        + "bootstrap setup --skip host"
    default: rule.remedy
    }
  }

  /// The violation as JSON.
  package var json: JSON {
    .object([
      "kind": .string(matter.kind), "subject": .optional(matter.subject),
      "tool": .optional(tool?.text), "version": .optional(version?.text),
      "asked_by": origin.map(JSON.origin) ?? .null, "file": .string(rule.path),
      "line": .number(rule.number), "rule": .string(rule.text),
    ])
  }
}

extension PolicyViolation.Matter {
  /// The name of the case in JSON, which never changes.
  fileprivate var kind: String {
    switch self {
    case .source: "source"
    case .host: "host"
    case .registry: "registry"
    case .editedDefinition: "definition"
    case .publisher: "publisher"
    case .provenance: "provenance"
    case .age: "age"
    case .firstUse: "first-use"
    case .build: "build"
    case .hook: "hook"
    case .hostPackage: "host-package"
    case .installOnExec: "install-on-exec"
    case .unrecorded: "unrecorded"
    }
  }

  /// What is forbidden, or `nil` if the kind says it all.
  fileprivate var subject: String? {
    switch self {
    case .source(let name), .host(let name), .registry(let name), .hook(let name): name
    case .publisher(let name): name
    case .provenance(let found, _): found?.rawValue
    case .age(let released, _): released?.description
    case .hostPackage(let manager, let name): "\(manager.rawValue) \(name)"
    case .editedDefinition, .firstUse, .build, .installOnExec, .unrecorded: nil
    }
  }
}

extension [String] {
  fileprivate var distinct: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension PolicyFault {
  /// The message, which says that nothing is installed until the fault is corrected.
  var message: Message {
    let place = line.map { "\(path):\($0)" } ?? path
    return Message("unusable-policy", "the policy of this machine cannot be used: \(place)")
      .detail("because", reason)
      .similar(nearest)
      .detail("expected", form)
      .detail("so", "nothing is installed or locked on this machine")
      .detail("try", remedy)
  }

  private var reason: String {
    switch kind {
    case .notRoots(let entry): "\(printable(entry)) does not belong to root"
    case .writableByOthers(let entry): "users other than root can write to \(printable(entry))"
    case .inSharedDirectory(let entry):
      "users other than root can change what is in \(printable(entry))"
    case .notADirectory(let entry): "\(printable(entry)) is not a directory"
    case .notAFile: "it is not a file"
    case .unreadable(let reason): printable(reason)
    case .tooLarge(let limit): "it is larger than \(QuantityFormat.bytes(limit))"
    case .notUTF8: "it is not UTF-8 text"
    case .empty: "it has no rule"
    case .unknownWord(let word, _): "no rule begins with `\(printable(word))`"
    case .missingValue(let word, _): "`\(word)` has no value"
    case .badValue(let value, let word, _):
      "`\(word)` cannot be `\(printable(value))`"
    case .badRepository(let fault): fault.words
    case .password(let word):
      "`\(word)` has an address with a user or a password, which every user could read"
    case .repeated(let word, let line): "line \(line) states `\(word)` already"
    }
  }

  private var nearest: [String] {
    if case .unknownWord(_, let nearest) = kind { nearest } else { [] }
  }

  private var form: String? {
    switch kind {
    case .missingValue(_, let form), .badValue(_, _, let form): form
    case .badRepository(let fault): fault.corrected
    default: nil
    }
  }

  /// The advice for the administrator. Nobody else can correct the fault.
  private var remedy: String {
    switch kind {
    case .notRoots(let entry): "sudo chown root \(shellPath(entry))"
    case .writableByOthers(let entry): "sudo chmod go-w \(shellPath(entry))"
    case .inSharedDirectory:
      "as an administrator, move the policy to a directory that only root can change"
    case .notADirectory(let entry): "sudo ls -l \(shellPath(entry))"
    case .unreadable, .notAFile: "sudo ls -l \(shellPath(path))"
    case .empty: "as an administrator, state a rule, or: sudo rm \(shellPath(path))"
    case .repeated: "as an administrator, keep one of the lines"
    case .password: "as an administrator, remove it; each user logs in with ~/.netrc"
    case .tooLarge, .notUTF8, .unknownWord, .missingValue, .badValue, .badRepository:
      "as an administrator, correct it"
    }
  }
}
