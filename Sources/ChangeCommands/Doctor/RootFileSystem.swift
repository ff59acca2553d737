internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection

/// Probes whether the file system of the root can do what the root needs.
struct RootFileSystem {
  private let root: Root

  init(_ root: Root) { self.root = root }

  /// Returns what the file system lacks. Nothing is found if the root is missing or may not be
  /// changed, which another check reports.
  func findings() -> [SetupFinding] {
    guard root.path.exists, root.isChangeable else { return [] }
    root.path.removeAbandonedFiles(of: "probe")
    let probe = root.path.appending("probe").temporarySibling()
    defer { try? probe.removeTree() }
    do {
      try probe.makeDirectory(permissions: 0o700)
    } catch {
      return [.failure(Problem(error))]
    }
    var checks: [(FileSystemNeed, (FilePath) throws(FileError) -> Void)] = [
      (.symbolicLinks, Self.makeLink), (.locks, Self.lock),
    ]
    var findings: [SetupFinding] = []
    if let problem = root.noexecProblem {
      findings.append(.failure(problem))
    } else {
      checks.append((.execution, Self.runProgram))
    }
    for (need, check) in checks {
      do {
        try check(probe)
      } catch {
        // A full disk says nothing about what else the file system can do.
        if error.isDiskFull { return [.failure(Problem(error))] }
        findings.append(
          .root(.unsuitableFileSystem(path: root.path.string, lacks: need, reason: error.reason)))
      }
    }
    return findings
  }

  private static func makeLink(in folder: FilePath) throws(FileError) {
    try folder.appending("link").makeLink(to: "target")
  }

  private static func runProgram(in folder: FilePath) throws(FileError) {
    let program = folder.appending("program")
    try program.createFile(with: Array("#!/bin/sh\n".utf8))
    try program.setPermissions(0o700)
    _ = try ChildProcess.output(
      of: program, arguments: [], environment: Environment([:]), limit: 0)
  }

  private static func lock(in folder: FilePath) throws(FileError) {
    do {
      _ = try FileLock.acquire(
        folder.appending("lock"), purpose: "doctor", timeout: .zero, whileWaiting: { _ in })
    } catch {
      if case .system(let error) = error { throw error }
    }
  }
}
