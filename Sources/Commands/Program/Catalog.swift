package import Terminal

/// Every command of bootstrap: how it is typed, and which program runs it.
///
/// `bin/bootstrap` answers and runs; it never writes, and loads no library for it, since it is started a thousand times a day.
/// What writes or speaks to a network is handed to `libexec/bootstrap-change`, which replaces it.
package enum Catalog {
  package static let reading: [CommandSyntax] = [
    exec, which, list, versions, version, check, root, help,
  ]
  package static let changing: [CommandSyntax] = [
    initialize, install, lock, local, global, uninstall, verify, rehash,
  ]

  static var names: [String] { (reading + changing).map(\.name) }

  package static func syntax(named name: String) -> CommandSyntax? {
    (reading + changing).first { $0.name == name }
  }

  package static let exec = CommandSyntax(
    "exec", "Run a command with the project's tools first on PATH.",
    arguments: .command(placeholder: "COMMAND [ARGUMENT…]"),
    details: [
      "The command replaces bootstrap: its exit status is the answer.",
      "Exit 126: found, but cannot be run. Exit 127: not there, or not installed.",
    ],
    examples: [
      .init("bootstrap exec ruff check", "the pinned ruff"),
      .init("bootstrap exec -- sh -c 'cmake --version'", "any command, also without shims"),
    ])

  package static let which = CommandSyntax(
    "which", "Print the path of the program that a name runs here.",
    arguments: .list(placeholder: "NAME", atLeast: 1, atMost: 1),
    examples: [
      .init("bootstrap which npm", "its path"),
      .init("bootstrap which --json npm", "and who asked for it"),
    ])

  package static let list = CommandSyntax(
    "list", "List the tools in force here: version, who asked, installed or not.",
    examples: [
      .init("bootstrap list", ""), .init("bootstrap list --json", "for programs"),
    ])

  package static let versions = CommandSyntax(
    "versions", "List the installed versions, of one tool or of all.",
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    examples: [
      .init("bootstrap versions", "all tools"),
      .init("bootstrap versions node", "`*` marks the one in force"),
    ])

  package static let version = CommandSyntax(
    "version", "Print the version in force of a tool, or of all.",
    arguments: .list(placeholder: "[TOOL]", atLeast: 0, atMost: 1),
    examples: [
      .init("bootstrap version ruff", ""), .init("bootstrap --version", "of bootstrap itself"),
    ])

  package static let check = CommandSyntax(
    "check", "Say whether the lock answers the Toolfile and all of it is installed.",
    details: [
      "Exit 0: yes. Exit 1: no, and what is missing. Writes nothing and opens no connection."
    ],
    examples: [.init("bootstrap check || bootstrap install", "")])

  package static let root = CommandSyntax(
    "root", "Print the folder that holds what is installed.",
    details: ["It is $BOOTSTRAP_ROOT, or ~/.bootstrap."],
    examples: [.init("bootstrap root", ""), .init("BOOTSTRAP_ROOT=/opt/tools bootstrap root", "")])

  package static let help = CommandSyntax(
    "help", "Explain a command.",
    arguments: .list(placeholder: "[COMMAND]", atLeast: 0, atMost: 1),
    examples: [.init("bootstrap help install", "")])

  package static let initialize = CommandSyntax(
    "init", "Write a Toolfile to begin with.",
    examples: [.init("bootstrap init", "then edit Toolfile, then bootstrap install")])

  package static let install = CommandSyntax(
    "install", "Install what the project's lock names, or single tools.",
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [
      .init("--frozen", "fail where the lock does not match the Toolfile (in CI: always)"),
      .init("--force", "install anew what is there already: repairs what was damaged"),
      .init("--offline", "open no connection"),
      .init("--jobs", value: "N", "downloads at once"),
      .init("--with", value: "GROUPS", "optional groups too, joined by commas"),
    ],
    details: [
      "Without a name: locks first where the lock is missing or stale, and pins of .tool-version too."
    ],
    examples: [
      .init("bootstrap install", "everything this project needs"),
      .init("bootstrap install --frozen", "in CI: exactly the lock, or exit 81"),
      .init("bootstrap install ruff@0.17.5", "one tool, for pins without a lock"),
    ])

  package static let lock = CommandSyntax(
    "lock", "Resolve the Toolfile for every platform and write Toolfile.lock.",
    arguments: .list(placeholder: "[TOOL…]", atLeast: 0, atMost: .max),
    options: [
      .init("--check", "write nothing; exit 1 where the lock does not match the Toolfile"),
      .init("--update", "choose the newest versions anew, of the tools named or of all"),
      .init("--offline", "open no connection"),
    ],
    examples: [
      .init("bootstrap lock", "after an edit of Toolfile"),
      .init("bootstrap lock --update ruff", "ruff may move, all else stays"),
      .init("bootstrap lock --check", "in CI"),
    ])

  package static let local = CommandSyntax(
    "local", "Pin a version for this folder, in .tool-version.",
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "take the pin away")],
    examples: [
      .init("bootstrap local ruff 0.17.5", "pin"), .init("bootstrap local ruff", "print"),
      .init("bootstrap local --unset ruff", "unpin"),
    ])

  package static let global = CommandSyntax(
    "global", "Pin a version for every folder that pins none.",
    arguments: .list(placeholder: "[TOOL [VERSION]]", atLeast: 0, atMost: 2),
    options: [.init("--unset", "take the pin away")],
    examples: [
      .init("bootstrap global node 24.19.0", "pin"), .init("bootstrap global", "print all"),
    ])

  package static let uninstall = CommandSyntax(
    "uninstall", "Take an installed version away. It stays in the trash for a day.",
    arguments: .list(placeholder: "TOOL[@VERSION]…", atLeast: 1, atMost: .max),
    options: [.init("--force", "also where a known project locks it")],
    examples: [
      .init("bootstrap uninstall ruff@0.16.2", "one version"),
      .init("bootstrap uninstall ruff", "all versions"),
    ])

  package static let verify = CommandSyntax(
    "verify", "Compare what is installed with what was unpacked, byte for byte.",
    arguments: .list(placeholder: "[TOOL[@VERSION]…]", atLeast: 0, atMost: .max),
    options: [.init("--all", "everything that is installed, what waited longest first")],
    details: [
      "Without a name: what the project's lock and the pins here name.",
      "Exit 0: all of it is whole. Exit 1: it is not, and what repairs it. Repairs nothing itself.",
    ],
    examples: [
      .init("bootstrap verify", "the tools of this project"),
      .init("bootstrap verify ruff@0.17.5", "one version"),
      .init("bootstrap verify --all --verbose", "and when each was verified last"),
    ])

  package static let rehash = CommandSyntax(
    "rehash", "Put the shims anew for what is installed.",
    details: [
      "Every install does it; by hand it is needed only after the folder was changed by hand."
    ],
    examples: [.init("bootstrap rehash", "")])
}
