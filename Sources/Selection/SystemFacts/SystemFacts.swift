package import Diagnostics
package import Filesystem
package import Layout
package import Manifests
internal import Projects
internal import SourceKinds
internal import Versions
internal import Vocabulary

/// A comparison of this machine's programs with a Toolfile's `require_system` statements.
///
/// A definition in the shipped registry or the user's says how to ask a program for its version
/// (`version_command`). A project's definitions do not count, because nobody has consented to the
/// programs that they run. ``HelperPrograms`` finds the program.
package struct SystemFacts: Sendable {
  /// The maximum size of a program's output, in bytes.
  private static let limit = 64 * 1024

  private let root: Root
  private let environment: Environment
  private let folder: FilePath
  private let patience: Int

  /// Creates a comparison for a project.
  ///
  /// - Parameters:
  ///   - folder: The project's folder, or a folder in it. Programs of the project do not count.
  ///   - patience: How long a program may take to print its version, in seconds.
  package init(
    _ root: Root, _ environment: Environment, project folder: FilePath, patience: Int = 10
  ) {
    self.root = root
    self.environment = environment
    self.folder = folder
    self.patience = patience
  }

  /// Checks that this machine meets all requirements for its platform.
  ///
  /// - Throws: ``Problem/syntax(_:)`` as ``checkAreDefined(_:in:)`` does, or
  ///   ``Problem/systemFacts(_:)`` with every unmet requirement.
  package func check(_ requirements: [Toolfile.SystemRequirement]) throws(Problem) {
    let unmet = try examine(requirements).filter { !$0.isMet }
    if !unmet.isEmpty { throw .systemFacts(unmet) }
  }

  /// Runs the required programs to get their versions, and returns a fact for each requirement on
  /// this platform, in the order of the file.
  ///
  /// - Throws: ``Problem/syntax(_:)`` as ``checkAreDefined(_:in:)`` does.
  package func examine(
    _ requirements: [Toolfile.SystemRequirement]
  ) throws(Problem) -> [SystemFact] {
    if requirements.isEmpty { return [] }
    let registries = Registries.trusted(in: root)
    try Self.checkAreDefined(requirements, registries)
    let own = requirements.filter { $0.platforms?.contains(.current) ?? true }
    let helpers = HelperPrograms(environment, root: root, project: folder)
    return own.map { fact(about: $0, registries.versionCommand(of: $0.name), helpers) }
  }

  /// Checks that a definition says how to ask each program for its version. Runs no program, so the
  /// result is the same on every machine.
  ///
  /// - Throws: ``Problem/syntax(_:)`` with every requirement that lacks such a definition.
  package static func checkAreDefined(
    _ requirements: [Toolfile.SystemRequirement], in root: Root
  ) throws(Problem) {
    if requirements.isEmpty { return }
    try checkAreDefined(requirements, .trusted(in: root))
  }

  private static func checkAreDefined(
    _ requirements: [Toolfile.SystemRequirement], _ registries: Registries
  ) throws(Problem) {
    let undefined = requirements.filter { registries.versionCommand(of: $0.name).isEmpty }
    if undefined.isEmpty { return }
    let known = registries.systemNames
    throw .syntax(
      SyntaxProblems(
        undefined.prefix(SyntaxProblems.limit).map {
          SyntaxProblem(.noVersionCommand($0.name, known: known), at: $0.origin)
        }))
  }

  private func fact(
    about requirement: Toolfile.SystemRequirement, _ command: [String], _ helpers: HelperPrograms
  ) -> SystemFact {
    let program = command[0]
    let paths = helpers.all(named: program)
    func fact(_ path: FilePath?, _ state: SystemFact.State) -> SystemFact {
      let wanted = requirement.requirement.value
      return SystemFact(
        requirement.name, requirement: wanted == .any ? "" : wanted.description,
        origin: requirement.origin, program: program, path: path?.string, state)
    }
    // The first program on `PATH` can be a stub for one that is not installed.
    var failure: SystemFact?
    for path in paths {
      let state = state(of: path, command.dropFirst(), requirement.requirement.value, helpers)
      switch state {
      case .met, .unfit: return fact(path, state)
      case .unreadable, .silent, .missing: failure = failure ?? fact(path, state)
      }
    }
    return failure ?? fact(nil, .missing)
  }

  /// Runs a program to get its version, and compares it with a requirement.
  private func state(
    of program: FilePath, _ arguments: ArraySlice<String>, _ requirement: Requirement,
    _ helpers: HelperPrograms
  ) -> SystemFact.State {
    var environment = helpers.environment
    environment["LC_ALL"] = "C"
    do throws(FileError) {
      // Java prints its version to standard error.
      let answer = try ChildProcess.answer(
        of: program, arguments: Array(arguments), environment: environment, limit: Self.limit,
        seconds: patience, standardError: .inOutput)
      guard let answer, answer.code == 0, let version = StatedVersion(in: answer.output) else {
        return .unreadable(output: answer.flatMap { Self.firstLine(of: $0.output) })
      }
      let isFit = Self.admits(requirement, version.text)
      return isFit ? .met(version: version.text) : .unfit(version: version.text)
    } catch {
      return error.isTimeout ? .silent(seconds: patience) : .unreadable(output: nil)
    }
  }

  /// Returns the first line of a program's output that is not blank, or `nil` if there is none.
  private static func firstLine(of output: [UInt8]) -> String? {
    let lines = output.split(whereSeparator: { "\r\n".utf8.contains($0) })
    return lines.first { !$0.allSatisfy(" \t".utf8.contains) }.map {
      String(decoding: $0.prefix(200), as: UTF8.self)
    }
  }

  private static func admits(_ requirement: Requirement, _ version: String) -> Bool {
    guard let version = try? Version(parsing: version, scheme: .general) else { return false }
    return (try? requirement.admits(version)) ?? false
  }
}
