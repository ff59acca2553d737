package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects
package import Selection
package import Terminal
internal import Trust
internal import Vocabulary

/// One run of a command: its arguments, environment, folders, and console.
package struct Session: Sendable {
  /// The command's name.
  package private(set) var command: String
  /// The options that the command takes.
  private(set) var options: [CommandSyntax.Option]
  /// The parsed arguments of the command.
  package private(set) var arguments: ParsedArguments
  package let environment: Environment
  package private(set) var workingDirectory: FilePath
  /// The working directory as the user reached it, perhaps through links.
  private var typedDirectory: FilePath
  /// The folder to which the paths in messages are relative, if it is not the working directory.
  private var messageDirectory: FilePath?
  package let root: Root
  package let console: Console
  /// The manifests, locks, and pin files that the command has read.
  package let files = ManifestFiles()

  /// The value of `--jobs`, the maximum number of simultaneous downloads, or `nil` if the option
  /// was not given.
  package var jobs: Int? {
    get throws(Problem) {
      guard let text = arguments.values["--jobs"] else { return nil }
      guard let number = Int(text), (1...64).contains(number) else {
        throw .usage(.badValue(text, option: "--jobs", expected: .number(1...64)))
      }
      return number
    }
  }

  /// Returns `path` as text for people: relative to the working directory if `path` is inside it,
  /// otherwise with `~` in place of the home folder.
  package func formatPath(_ path: FilePath) -> String {
    // The user did not start the command in the home directory.
    if isGlobal { return formatAbsolutePath(path) }
    let workingDirectory = messageDirectory ?? workingDirectory
    if path == workingDirectory { return "." }
    if let relative = path.relative(to: workingDirectory) { return relative.string }
    return formatAbsolutePath(path)
  }

  /// Returns `path` as text for people, with `~` in place of the home folder, wherever the working
  /// directory is.
  package func formatAbsolutePath(_ path: FilePath) -> String {
    if let home = environment.path("HOME"), let relative = path.relative(to: home) {
      return "~/" + relative.string
    }
    return path.string
  }
}

extension Root {
  /// Returns the root that this program is installed in, as a shim finds its own, or `nil` if
  /// `BOOTSTRAP_ROOT` names one or the program is not in a root.
  ///
  /// - Throws: ``FileError`` if the system fails to tell. The program must then not work in the
  ///   root of the user's home, which may be another one.
  fileprivate static func installed(_ environment: Environment) throws(FileError) -> Root? {
    if environment.path("BOOTSTRAP_ROOT") != nil { return nil }
    let program: FilePath
    do {
      program = try FilePath.runningProgram()
    } catch {
      // `/proc` may not be mounted.
      if error.isMissing { return nil }
      throw error
    }
    guard let root = try Root.containing(program) else { return nil }
    // Messages show the default root below the home as the user spells it, also if it is a link.
    guard let usual = Root(environment: environment), usual != root,
      (try? usual.path.resolvingLinks()) == root.path
    else { return root }
    return usual
  }
}

extension Session {
  /// Creates the session of a command line.
  ///
  /// - Throws: ``Problem`` if the value of `--directory` is not a folder, the working directory is
  ///   missing, neither `BOOTSTRAP_ROOT` nor `HOME` is set, the root is not an absolute path,
  ///   or the system cannot tell where the program is.
  package init(_ program: Program) throws(Problem) {
    let environment = program.environment
    let installed = try mappingFileErrors(try Root.installed(environment))
    guard let root = installed ?? Root(environment: environment) else { throw .usage(.noHome) }
    // A relative path would lead to a different root in each folder, also in a stranger's.
    guard root.path.isAbsolute else { throw .usage(.relativeRoot(path: root.path.string)) }
    command = program.command?.name ?? ""
    options = (program.command?.options ?? []) + CommandSyntax.commonOptions
    arguments = program.arguments
    self.environment = environment
    console = program.console
    // As in the shim, the working directory comes from the kernel and not from `PWD`.
    let start: FilePath
    do {
      start = try FilePath.workingDirectory()
    } catch {
      throw error.isMissing ? .selection(.noWorkingDirectory) : Problem(error)
    }
    if Self.isGlobal(arguments) {
      let home = try Self.home(environment, arguments, command)
      workingDirectory = (try? home.resolvingLinks()) ?? home
      typedDirectory = home
    } else if let directory = arguments.values["--directory"] {
      let typed = start.resolving(FilePath(directory))
      // The kernel's path contains no symbolic links, so they are resolved here too.
      workingDirectory = (try? typed.resolvingLinks()) ?? typed
      // Whoever writes `..` wants to leave the folder.
      typedDirectory = directory.split(separator: "/").contains("..") ? workingDirectory : typed
      if !workingDirectory.isDirectory {
        throw .usage(.badValue(directory, option: "--directory", expected: .existingFolder))
      }
    } else {
      workingDirectory = start
      let typed = environment.path("PWD")
      typedDirectory = typed.flatMap { try? $0.resolvingLinks() } == start ? typed ?? start : start
    }
    self.root = root
  }

  /// Returns the session as if the command had been started in `folder`. Paths in messages stay
  /// relative to the original folder.
  package func moved(to folder: FilePath) -> Session {
    var copy = self
    copy.messageDirectory = messageDirectory ?? workingDirectory
    copy.workingDirectory = (try? folder.resolvingLinks()) ?? folder
    copy.typedDirectory = folder
    return copy
  }

  /// Returns a session for another command that this command runs instead. The folder and the
  /// console stay the same.
  ///
  /// - Throws: ``Problem/usage(_:)`` if the other command does not take the arguments.
  package func running(
    _ syntax: CommandSyntax, with arguments: [String]
  ) throws(Problem) -> Session {
    var copy = self
    copy.command = syntax.name
    copy.options = syntax.options + CommandSyntax.commonOptions
    do {
      copy.arguments = try ArgumentReader.read(arguments.map { Array($0.utf8) }, syntax: syntax)
    } catch {
      throw .usage(error)
    }
    return copy
  }

  /// Returns the home directory, which `--global` makes the working directory.
  ///
  /// - Throws: ``UsageProblem/contradiction(_:_:command:meanings:)`` if `-C` is given as well, or
  ///   ``UsageProblem/noGlobalFolder`` if there is none.
  private static func home(
    _ environment: Environment, _ arguments: ParsedArguments, _ command: String
  ) throws(Problem) -> FilePath {
    if arguments.values["--directory"] != nil {
      throw .usage(.contradiction("--global", "-C", command: command, meanings: []))
    }
    guard let home = environment.path("HOME"), home.isAbsolute, home.isDirectory else {
      throw .usage(.noGlobalFolder)
    }
    return home
  }

  /// Returns the folder of the nearest Toolfile, in the working directory or above.
  ///
  /// - Throws: ``FileProblem/noManifest(directory:)`` if there is none.
  package func projectFolder() throws(Problem) -> FilePath {
    guard let folder = try nearestProjectFolder() else {
      if isGlobal {
        throw .project(
          .file(
            .noOwnToolfile(
              toolfile: formatAbsolutePath(workingDirectory.appending(Toolfile.name)))))
      }
      throw .project(.file(.noManifest(directory: workingDirectory.string)))
    }
    return folder
  }

  /// Returns the selector of tool versions for the working directory.
  package func selector() -> Selector {
    Selector(
      root: root, environment: environment, physicalDirectory: workingDirectory,
      files: files, formatPath: formatPath)
  }

  /// Checks that commands may write in the working directory: that no link in a repository leads
  /// from there to it.
  ///
  /// - Throws: ``FileProblem/linkOutside(path:isWritten:)`` if one does.
  package func checkDirectoryIsInRepository() throws(Problem) {
    guard typedDirectory.leadsOutside(ofRepositoryWith: typedDirectory) else { return }
    throw .project(.file(.linkOutside(path: formatAbsolutePath(typedDirectory), isWritten: true)))
  }

  /// Checks that no manifest, lock, or pin file of another user decides here. In continuous
  /// integration, reports such files, which are then read.
  ///
  /// - Throws: ``FileProblem/foreignFiles(_:)``.
  package func checkOwners() throws(Problem) {
    let files = selector().foreignFiles()
    if files.isEmpty { return }
    guard environment.isContinuousIntegration else { throw .project(.file(.foreignFiles(files))) }
    for file in files { console.report(.trust(.readsForeignFile(file))) }
  }

  /// Whether `BOOTSTRAP_TRUST` accepts exactly one list and nobody can be asked about another. Only
  /// `bootstrap-change` can compare the list, because it contains sources.
  package var comparesTrustList: Bool { TrustRule(root, environment).acceptsOneList }

  /// Returns the state of the working directory: the number of its tools, and the problems if they
  /// are not all locked and installed.
  package func folderState(_ selector: Selector? = nil) throws(Problem) -> FolderState {
    let selector = selector ?? self.selector()
    if let seal = try selector.projectSeal(), let state = try FolderState(of: seal, in: root) {
      return state
    }
    let tools = try selector.folderTools()
    if tools.isEmpty { throw selector.noManifest() }
    let unconfirmed = selector.unconfirmed(tools)
    let unproven = tools.project?.unproven(tools.wanted, on: .current, in: root) ?? []
    return try FolderState(
      of: tools, in: root, folder: workingDirectory, platform: .current,
      isConfirmed: unconfirmed.isEmpty && unproven.isEmpty,
      consentProblem: selector.consentProblem(of: tools, unconfirmed: unconfirmed))
  }
}
