package import Diagnostics
package import Filesystem
internal import LibC
package import Selection

/// Clones a repository with the system's git.
///
/// git runs in `/`, with no variables that could redirect it, and gets the address after `--`. It
/// uses only the transports in ``CheckoutAddress/schemes``, copies no hooks from a template, and
/// fetches no submodules. It clones into a temporary folder, which is renamed at the end.
package struct Checkout: Sendable {
  private let address: CheckoutAddress
  private let folder: FilePath
  private let programs: HelperPrograms

  /// Creates a clone of `address` in `folder`, which must be missing or empty.
  package init(_ address: CheckoutAddress, in folder: FilePath, _ programs: HelperPrograms) {
    self.address = address
    self.folder = folder
    self.programs = programs
  }

  /// The git of the system, or `nil` if there is none.
  package var git: FilePath? { programs.all(named: "git").first }

  /// Checks that the folder is missing or empty.
  ///
  /// - Parameter name: The path as messages show it.
  package func checkIsFree(named name: String) throws(Problem) {
    let isFree = try mappingFileErrors { () throws(FileError) in
      guard let status = try folder.linkStatus() else { return true }
      return status.kind == .directory ? try folder.entries().isEmpty : false
    }
    if !isFree { throw .setup(.clone(.folderNotEmpty(path: name))) }
  }

  /// Whether the folder is already a clone of the address, according to its `origin`.
  package var isPresent: Bool {
    let config = folder.appending(".git/config")
    guard let git, config.exists,
      let output = try? ChildProcess.output(
        of: git,
        arguments: [
          "config", "--no-includes", "--file", config.string, "--get", "remote.origin.url",
        ],
        environment: programs.environment, limit: Self.maximumByteCount)
    else { return false }
    return output == Array("\(address.text)\n".utf8)
  }

  /// Returns the host that git will ask, which the user's settings of git can change
  /// (`url.*.insteadOf`), or `nil` if that is a path on this machine.
  ///
  /// - Throws: ``SetupProblem/clone(_:)`` if there is no git, or if it does not answer.
  package func askedHost() throws(Problem) -> String? {
    guard let git else { throw .setup(.clone(.noGit)) }
    let answer = try? ChildProcess.output(
      of: git, arguments: ["ls-remote", "--get-url", "--", address.text],
      environment: programs.environment, limit: Self.maximumByteCount)
    guard let answer else {
      throw .setup(.clone(.failed(address: address.text, lastLines: [])))
    }
    return CheckoutAddress.host(ofAddress: String(decoding: answer, as: UTF8.self))
  }

  /// Clones the repository.
  ///
  /// - Parameters:
  ///   - followsRedirects: Whether git may follow a server to another one.
  ///   - observe: Receives lines of output.
  /// - Throws: ``SetupProblem/clone(_:)``, ``Problem/interrupted``, or ``Problem/system(_:)``.
  package func run(
    followsRedirects: Bool, observe: @escaping @Sendable ([String]) -> Void
  ) async throws(Problem) {
    guard let git else { throw .setup(.clone(.noGit)) }
    let (address, folder, environment) = (address, folder, programs.environment)
    let failure = try await BlockingThread.mappingFileErrors { () throws(FileError) -> [String]? in
      folder.parentDirectory.removeAbandonedFiles(of: folder.lastComponent)
      let temporary = folder.temporarySibling()
      let words =
        [git.string] + (followsRedirects ? [] : ["-c", "http.followRedirects=false"])
        + Self.arguments(address, temporary)
      let process = try StartedProcess(
        git, arguments: words.map { Array($0.utf8) }, environment: environment,
        receivesSignals: true)
      let lines = try Self.lines(of: process, observe)
      let end = try process.end()
      if CancellationFlag.isCurrentSet {
        try? temporary.removeTree()
        throw FileError(.read, folder, code: Self.canceled)
      }
      guard end == .code(0) else {
        try? temporary.removeTree()
        return lines
      }
      try FilePath.synchronizeTrees([temporary])
      // The rename replaces an empty folder.
      try temporary.rename(to: folder)
      return nil
    }
    if let failure {
      throw .setup(.clone(.failed(address: address.text, lastLines: failure)))
    }
  }

  private static func arguments(_ address: CheckoutAddress, _ folder: FilePath) -> [String] {
    let allowed = CheckoutAddress.schemes.flatMap { ["-c", "protocol.\($0).allow=always"] }
    return ["-c", "protocol.allow=never"] + allowed
      + [
        "-c", "core.hooksPath=/dev/null", "clone", "--quiet", "--no-recurse-submodules",
        "--template=", "--", address.text, folder.string,
      ]
  }

  /// Reads all output of git, and returns the last lines. Stops git if the task is canceled.
  private static func lines(
    of process: borrowing StartedProcess, _ observe: ([String]) -> Void
  ) throws(FileError) -> [String] {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var text: [UInt8] = []
    while true {
      // A process that outlives git, such as a shared connection, may keep the output open.
      let hasEnded = process.hasEnded
      if CancellationFlag.isCurrentSet { process.terminate() }
      guard process.awaitOutput(milliseconds: hasEnded ? 0 : 100) else {
        if hasEnded { break }
        continue
      }
      let count = try process.output.read(intoStartOf: &buffer)
      if count == 0 { break }
      text = (text + buffer[..<count]).suffix(maximumByteCount)
    }
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { OutputLog.plain($0) }.filter { !$0.isEmpty }
    observe(lines)
    return lines.suffix(10)
  }

  private static let maximumByteCount = 1 << 16
  private static let canceled = ECANCELED
}
