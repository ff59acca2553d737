import Builds
import Diagnostics
import Filesystem
import Foundation
import Sandboxes
import Synchronization
import Testing

/// The folders of a build, and the programs that start its steps.
struct BuildWorld {
  private let scratch: TemporaryDirectory
  let folders: SourceBuild.Folders

  init() throws {
    scratch = try TemporaryDirectory()
    let path = scratch.path
    folders = SourceBuild.Folders(
      source: path.appending("source"), parts: path.appending("parts"),
      destination: path.appending("destdir"),
      scratch: path.appending("scratch"), prefix: "/nowhere/lua")
    for folder in [
      folders.source, folders.parts, folders.destination, folders.scratch,
      folders.scratch.appending("home"),
      folders.scratch.appending("tmp"),
    ] {
      try folder.makeDirectories()
      // Some tests build as another user.
      try folder.setPermissions(0o777)
    }
  }

  var path: FilePath { scratch.path }
  var log: FilePath { path.appending("build.log") }

  /// The built program that starts steps.
  static let launcher = FilePath(BuiltPrograms.directory).appending("bootstrap-change")

  /// Returns a build of `steps`.
  func build(
    _ steps: [String], version: String = "5.4.4", timeLimit: Duration = .seconds(600),
    launcher: FilePath = Self.launcher
  ) -> SourceBuild {
    SourceBuild(
      steps: steps, version: version, folders: folders, log: log, jobs: 3, sourceDate: 315_532_800,
      timeLimit: timeLimit, launcher: launcher)
  }

  /// Runs `steps` and returns the step that failed, or `nil` if all succeeded.
  func failure(of build: SourceBuild) async throws -> BuildProblem.Step? {
    do {
      try await build.run { _ in }
      return nil
    } catch {
      if case .step(let step) = error { return step }
      throw error
    }
  }

  /// The text of a file in the source folder, without the line feed at its end.
  func text(_ name: String) throws -> String {
    let bytes = try folders.source.appending(name).contents(limit: 1 << 20)
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// The text of the log.
  var logText: String {
    get throws { String(decoding: try log.contents(limit: 128 << 20), as: UTF8.self) }
  }

  /// Whether a process runs with this word among its arguments.
  static func isRunning(_ word: String) -> Bool {
    let files = FileManager.default
    let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      guard process.first?.isNumber ?? false,
        let bytes = try? FilePath("/proc/\(process)/cmdline").contents(limit: 1 << 20)
      else { return false }
      return bytes.split(separator: 0).contains { $0.elementsEqual(word.utf8) }
    }
  }
}
