internal import Diagnostics
internal import TextSearch
internal import Vocabulary

extension UsageProblem {
  var message: Message {
    switch self {
    case .unknownCommand(let name, let nearest, let counterparts):
      Message("unknown-command", "unknown command `\(name)`")
        .similar(nearest)
        .detail("run", counterparts.first ?? "bootstrap help")
        .detail("or", Array(counterparts.dropFirst()))
    case .unknownSetting(let name, let nearest, let known):
      Message("unknown-setting", "unknown setting `\(name)`")
        .similar(nearest)
        .detail("known", nearest.isEmpty ? known : [])
        .detail("run", "bootstrap config")
    case .unknownMirrorSetting(let key, let origin, let nearest):
      Message("unknown-setting", "unknown setting `\(key)`")
        .detail("at", "\(origin)")
        .similar(nearest)
        .detail("because", "settings of mirrors must not be ignored")
        .detail("try", "correct or delete the line")
    case .badSetting(let key, let subject, let origin, let expected):
      Message("bad-setting", "`\(key)` is not valid")
        .detail("at", "\(origin)")
        .detail("because", expected.fault)
        .detail("expected", expected.words)
        .detail("run", Self.repair(ofSetting: key, subject, expected))
        .detail("try", subject == nil && expected.hasSubject ? "delete the line" : nil)
    case .unknownOption(let option, let command, let nearest):
      Message("unknown-option", "`\(command)` has no option `\(option)`")
        .similar(nearest)
        .detail("run", "bootstrap help \(command)")
    case .optionWithoutValue(let option, let command):
      Message("option-without-value", "`\(option)` needs a value")
        .detail("run", "bootstrap help \(command)")
    case .repeatedOption(let option, let command):
      Message("repeated-option", "`\(option)` cannot be given several times")
        .detail("run", "bootstrap help \(command)")
    case .valueForFlag(let option, let command):
      Message("value-for-flag", "`\(option)` takes no value")
        .detail("run", "bootstrap help \(command)")
    case .badValue(let value, let option, let expected):
      Message("bad-value", "invalid value `\(value)` for `\(option)`")
        .similar(expected.nearest(to: value))
        .detail("because", expected.fault)
        .detail("expected", expected.words)
    case .badAddress(let option, let fault):
      Message("bad-value", "invalid address for `\(option)`")
        .detail("because", fault.words)
        .detail("expected", ValueForm.address.words)
    case .missingArgument(let name, let command):
      Message("missing-argument", "missing argument for `\(command)`: \(name)")
        .detail("run", "bootstrap help \(firstWord(of: command))")
    case .unexpectedArgument(let text, let command, let counterparts):
      Message("unexpected-argument", "unexpected argument `\(text)` for `\(command)`")
        .detail("run", counterparts.first ?? "bootstrap help \(firstWord(of: command))")
        .detail("or", Array(counterparts.dropFirst()))
    case .contradiction(let first, let second, let command, let meanings):
      Message("contradiction", "`\(first)` and `\(second)` exclude each other")
        .column("keep one", zip([first, second], meanings).map { "`\($0)` to \($1)" })
        .detail("run", meanings.isEmpty ? "bootstrap help \(command)" : nil)
    case .optionForOneTool(let option, let count, let retry):
      Message("option-for-one-tool", "`\(option)` is for one tool, but there are \(count)")
        .detail("run", commandLine(retry))
    case .optionAlone(let option, let others, let lines):
      Message(
        "option-alone",
        "`\(option)` has an effect only with \(others.map { "`\($0)`" }.joined(separator: " or "))"
      )
      .column("run", lines.compactMap(commandLine))
    case .toolTwice(let tool, let words):
      Message(
        "tool-twice",
        "\(words.map { "`\($0)`" }.joined(separator: " and ")) state different requirements for "
          + tool
      )
      .detail("try", "state one of them, or both as one: `\(tool)@>= 1.4, < 3`")
    case .toolWithoutOption(let tool, let option, let command, let line):
      Message(
        "tool-without-option", "`\(command)` takes tools only with `\(option)`, but got `\(tool)`"
      )
      .detail("run", line)
    case .requirementApart(let text, let tool, let retry):
      Message("requirement-apart", "`\(text)` is a requirement, not a tool")
        .detail("expected", "`\(tool)@` and the requirement in one argument")
        .detail("try", commandLine(retry))
    case .badToolName(let name, let retry):
      Message("bad-tool-name", "`\(name)` is not a valid tool name")
        .detail(
          "expected",
          "at most 64 lowercase letters, digits, `.`, `_`, and `-`, "
            + "beginning with a letter or digit"
        )
        .similar(retry.isEmpty ? Self.toolName(in: name) : [])
        .detail("try", commandLine(retry))
    case .badVersion(let version, let tool, []):
      Message("bad-version", "`\(version)` is not an exact version of \(tool)")
        .detail("expected", "an exact version such as `1.4.2`; ranges belong in the Toolfile")
    case .badVersion(let version, let tool, let retry) where !"= ".contains(version.first ?? "="):
      Message("bad-version", "`\(version)` is not an exact version of \(tool)")
        .detail(
          "expected", "a version such as `1.4.2`, its first numbers, or no version for the newest"
        )
        .detail("try", commandLine(retry))
    case .badVersion(let version, let tool, let retry):
      Message("bad-version", "`\(version)` is a requirement, not a version of \(tool)")
        .detail("expected", "the version alone, without `=`")
        .detail("try", commandLine(retry))
    case .unknownManifest(let path, let known):
      Message("unknown-manifest", "cannot import `\(path)`: no known manifest has this name")
        .column("supported", key: "known", nearestFirst(known, to: path))
    case .badRequirement(let text, let tool, let fault, let retry):
      SyntaxFault.requirement(text, fault).facts.filter { retry.isEmpty || $0.label != "try" }
        .reduce(
          Message("bad-requirement", SyntaxFault.requirement(text, fault).sentence)
            .detail("asked by", "\(tool)@\(text)")
        ) { $0.detail($1.label, $1.text) }
        .detail(
          "expected",
          "a requirement such as `~> 1.4`, `>= 1.4, < 3`, or `1.4.2`; none for the newest version"
        )
        .detail("try", commandLine(retry))
    case .nobodyToAsk(let command, let options, let isJSON):
      Message(
        "nobody-to-ask",
        "`\(command)` asks before it removes anything, and "
          + (isJSON ? "`--json` allows no questions" : "there is no terminal to ask on")
      )
      .detail("run", commandLine(["bootstrap", command, "--yes"] + options))
      .detail("or", commandLine(["bootstrap", command, "--dry-run"] + options))
    case .unknownShell(let name, let known, let line):
      Message(
        "unknown-shell",
        name.map { "bootstrap does not support the shell `\($0)`" } ?? "the shell is unknown"
      )
      .detail("supported", key: "known", known)
      .detail("write", line?.text)
      .detail("into", line?.file)
      .detail(
        "try",
        line == nil
          ? "put the directories `shims` and `bin` of `bootstrap root` first on PATH" : nil)
    case .shellNotActivated(let line):
      Message("not-activated", "this shell cannot change its versions until it is set up")
        .detail("run", line)
        .detail("try", "`bootstrap setup --shell`, which sets up each new shell")
    case .noHome:
      Message("no-home", "neither `BOOTSTRAP_ROOT` nor `HOME` is set")
        .detail("run", "export BOOTSTRAP_ROOT=<directory for installed tools>")
    case .noGlobalFolder:
      Message("no-home", "`--global` needs `HOME`, which is not set or not a directory")
        .detail("run", "export HOME=<your home directory>")
    case .globalTools(let command, let retry):
      Message(
        "global-tools", "`\(command) --global` takes no names; it installs the tools in ~/Toolfile"
      )
      .detail("to add", key: "add", commandLine(retry))
    case .noStartupFolder:
      Message("no-startup-folder", "`HOME` is not set, so the startup file of the shell is unknown")
        .detail("run", "export HOME=<your home directory>")
    case .relativeRoot(let path):
      Message("relative-root", "the root `\(path)` is not an absolute path")
        .detail("because", "a relative path leads to another root in each directory")
        .detail("run", "export BOOTSTRAP_ROOT=<absolute path of the directory for installed tools>")
    case .notForPath(let folder):
      Message("not-for-path", "the directory \(folder) cannot be on PATH")
        .detail("because", "its path contains a colon, a line break, or another control character")
        .detail("try", "install bootstrap elsewhere, or set BOOTSTRAP_ROOT to another directory")
    }
  }
}

extension UsageProblem {
  /// Returns the command that replaces or removes a line of `config`, or `nil` if none does.
  private static func repair(
    ofSetting key: String, _ subject: String?, _ expected: ValueForm
  ) -> String? {
    // A line with a subject is replaced only by one with the same subject.
    guard expected.hasSubject, subject != "*" else {
      return "bootstrap config set \(key) \(expected.example)"
    }
    return subject.map { "bootstrap config unset \(key) \(shellWord($0))" }
  }

  /// Returns the name at the start of an argument such as `Ruff`, `ruff@1`, or `ruff==1`.
  private static func toolName(in argument: String) -> [String] {
    let name = argument.lowercased().prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
    }
    let isName = name.first.map { $0.isLetter || $0.isNumber } ?? false
    return isName && name != argument ? [String(name)] : []
  }
}

extension ValueForm {
  /// Returns the values that an invalid one may be a misspelling of, best match first.
  fileprivate func nearest(to value: String) -> [String] {
    switch self {
    case .oneOf(let values): nearestNames(to: value, in: values)
    case .source(let names): nearestNames(to: value, in: names, allowing: 2)
    case .platform([], let known): nearestNames(to: value, in: known).map(\.rawValue)
    case .platform(let nearest, _): nearest.map(\.rawValue)
    case .fileOrTool(let nearest): nearest
    default: []
    }
  }

  fileprivate var words: String {
    switch self {
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .existingFolder: "an existing directory"
    case .fileOrTool: "`on`, `off`, or files such as `.nvmrc` and tools such as `node`"
    case .word: "one word without spaces that does not begin with `#`"
    case .signatureKey: "the second line of a public key file of minisign"
    case .mirror:
      "an address and that of its mirror, or `*` and `oci://host/repository` or an address with "
        + "`{sha256}`"
    case .folder: "the path of a directory"
    case .repository(let fault): fault?.corrected ?? "`oci://host/repository`"
    case .host: "a host such as registry.example.org, with or without a port"
    case .credentialHelper:
      "a host, and the end of the name of a program `docker-credential-NAME`"
    case .address: "an address such as https://example.org/simple/"
    case .absolutePath: "an absolute path"
    case .duration: "hours, days, or weeks such as `12h`, `30d`, or `4w`"
    case .digest: "a SHA-256 digest of 64 hexadecimal digits"
    case .groupName: "letters, digits, and `_`, not beginning with a digit"
    case .project: "a Toolfile, its lock, or the directory that contains them"
    case .package(let form): form.words
    case .oneOf(let values): Self.alternatives(values)
    case .platform(_, let values): Self.alternatives(values.map(\.rawValue))
    case .source(let values): Self.list(values)
    }
  }

  /// What is wrong with the value, or `nil` if the form itself tells.
  fileprivate var fault: String? {
    if case .repository(let fault) = self { fault?.words } else { nil }
  }

  /// Whether a setting can have several lines, each with its own subject.
  fileprivate var hasSubject: Bool {
    switch self {
    case .mirror, .repository, .host, .credentialHelper: true
    default: false
    }
  }

  /// An example of the value of a setting, or nothing.
  fileprivate var example: String {
    switch self {
    case .mirror, .repository: "'*' oci://registry.example.org/tools"
    case .host: "registry.example.org"
    case .credentialHelper: "registry.example.org pass"
    case .oneOf(let values): values.first ?? ""
    default: ""
    }
  }

  /// Returns the values of a sentence: `a or b`, or `a, b, or c`.
  private static func alternatives(_ values: [String]) -> String {
    values.count < 3 ? values.joined(separator: " or ") : list(values)
  }

  private static func list(_ values: [String]) -> String {
    values.dropLast().joined(separator: ", ") + ", or " + (values.last ?? "")
  }
}

/// Returns the command that has help, such as `config` for `config set`.
private func firstWord(of command: String) -> String {
  String(command.prefix { $0 != " " })
}
