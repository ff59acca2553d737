package import Vocabulary

/// A mistake in the command line or the environment.
package enum UsageProblem: Error, Hashable, Sendable {
  /// No command has this name.
  ///
  /// - Parameters:
  ///   - nearest: Commands with similar names, best match first. Empty if another program is known
  ///     to have such a command.
  ///   - counterparts: The command lines that do what was meant. Empty if that is not clear.
  case unknownCommand(String, nearest: [String], counterparts: [String] = [])
  /// The user's `config` has no such key. `nearest` lists similar keys, and `known` all keys.
  case unknownSetting(String, nearest: [String], known: [String])
  /// A line of the user's `config` has an unknown key that is probably one of mirrors. `nearest`
  /// lists similar keys.
  case unknownMirrorSetting(String, origin: Origin, nearest: [String])
  /// A line of the user's `config` has another form than its key. `subject` is the first word after
  /// the key, or `nil` if there is none or it contains a secret.
  case badSetting(String, subject: String?, origin: Origin, expected: ValueForm)
  case unknownOption(String, command: String, nearest: [String])
  case optionWithoutValue(String, command: String)
  /// The option is given several times, but takes only one value.
  case repeatedOption(String, command: String)
  /// The option takes no value, but has one, as in `--json=1`.
  case valueForFlag(String, command: String)
  case badValue(String, option: String, expected: ValueForm)
  /// The address is not valid for the option. The address itself is left out, because it may
  /// contain a secret.
  case badAddress(option: String, AddressFault)
  case missingArgument(String, command: String)
  /// The command does not take the argument. `counterparts` are the command lines that do what
  /// other programs mean by such an argument, or empty.
  case unexpectedArgument(String, command: String, counterparts: [String] = [])
  /// The two options exclude each other. `meanings` states what each does, or is empty if the
  /// command does not describe them.
  case contradiction(String, String, command: String, meanings: [String])
  /// The option describes one tool, but there are several. `retry` is the command line with the
  /// first of them.
  case optionForOneTool(String, count: Int, retry: [String])
  /// The option has no effect without one of others. `lines` are the command lines with these.
  case optionAlone(String, without: [String], lines: [[String]])
  /// The command takes tools only with an option. `line` is the command line with the option.
  case toolWithoutOption(String, option: String, command: String, line: String)
  /// An argument that cannot be the name of a tool. `retry` is the command line that was probably
  /// meant, or empty.
  case badToolName(String, retry: [String] = [])
  /// A requirement that is an argument of its own. `retry` is the command line that attaches it to
  /// the tool.
  case requirementApart(String, tool: String, retry: [String])
  /// An argument that is not a version of the tool. If the argument is a requirement such as
  /// `=1.4.2`, a pattern such as `1.4.x`, or `latest`, `retry` may be the command line that means
  /// the same. Otherwise, `retry` is empty.
  case badVersion(String, tool: String, retry: [String] = [])
  /// No kind of manifest that can be imported has the name of this file. `known` lists the names.
  case unknownManifest(String, known: [String])
  /// The text after the `@` of a tool that is not a requirement. `retry` is the command line that
  /// states the same in the syntax of requirements, or empty if it is not clear what was meant.
  case badRequirement(String, tool: String, RequirementFault, retry: [String])
  /// A tool is named several times on the command line, and not with the same requirement.
  case toolTwice(String, words: [String])
  /// The command asks before it removes anything, but nobody can be asked here.
  case nobodyToAsk(command: String, options: [String], isJSON: Bool)
  /// The name of a shell that bootstrap does not support, or `nil` if the user's shell is unknown.
  /// `line` is the line to add to its startup file, or `nil` if it is unknown.
  case unknownShell(String?, known: [String], line: StartupLine? = nil)
  /// The running shell lacks the function that changes its variables. `line` defines it.
  case shellNotActivated(line: String)
  /// Neither `BOOTSTRAP_ROOT` nor `HOME` is set.
  case noHome
  /// `--global` needs `HOME`, which is not set or not a folder.
  case noGlobalFolder
  /// The command with `--global` takes no tools. `retry` holds the words of the command line that
  /// adds them to the user's own Toolfile.
  case globalTools(command: String, retry: [String])
  /// `HOME`, which contains the startup files of shells, is not set.
  case noStartupFolder
  /// The path of the root, from `BOOTSTRAP_ROOT` or `HOME`, is relative.
  case relativeRoot(path: String)
  /// A folder of bootstrap cannot be on `PATH`, because its path contains a colon or a control
  /// character.
  case notForPath(folder: String)
}

/// The form that the value of an option must have.
package enum ValueForm: Hashable, Sendable {
  case number(ClosedRange<Int>)
  case existingFolder
  case oneOf([String])
  /// The name of one of these sources.
  case source([String])
  /// One of the platforms `known`. `nearest` lists those that the value may mean.
  case platform(nearest: [Platform], known: [Platform])
  /// A file of another version manager, such as `.nvmrc`, or a tool. `nearest` lists those that the
  /// value may mean.
  case fileOrTool(nearest: [String])
  /// One word without spaces that does not begin a comment.
  case word
  /// The address of an index.
  case address
  /// A public key of minisign.
  case signatureKey
  /// The two addresses of a mirror, or `*` and mirrors by digest.
  case mirror
  /// The path of a folder, which need not exist.
  case folder
  /// A registry's repository. The fault is that of the value, or `nil` if the value is not the
  /// address of a registry.
  case repository(RepositoryFault?)
  /// A host, with or without a port.
  case host
  /// A host, and the name of a credential helper.
  case credentialHelper
  case absolutePath
  /// A duration such as `30d`.
  case duration
  /// A SHA-256 digest.
  case digest
  /// The name of a group of tools.
  case groupName
  /// A Toolfile, its lock, or their folder.
  case project
  case package(SourceProblem.OptionForm)
}
