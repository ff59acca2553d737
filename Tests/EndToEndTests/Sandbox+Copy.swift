import Filesystem
import Foundation
import Sandboxes

extension Sandbox {
  /// Calls `body` while a copy replaces the sandbox's folders, and then removes the copy. The
  /// originals do not change, and even keep their inodes, which are part of the seals of locks.
  func inCopy(_ body: () async throws -> Void) async throws {
    let files = FileManager.default
    let kept = directory + ".kept"
    try files.moveItem(atPath: directory, toPath: kept)
    do {
      try copy(from: kept)
      try await body()
    } catch {
      try? files.removeItem(atPath: directory)
      try files.moveItem(atPath: kept, toPath: directory)
      throw error
    }
    try files.removeItem(atPath: directory)
    try files.moveItem(atPath: kept, toPath: directory)
  }

  /// Copies the folders of the sandbox from their temporary place. The large programs are linked.
  private func copy(from kept: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: root, withIntermediateDirectories: true)
    let programs = ["bin", "libexec"]
    var others: [String] = []
    for name in try files.contentsOfDirectory(atPath: kept + "/root") {
      let (old, new) = ("\(kept)/root/\(name)", "\(root)/\(name)")
      guard programs.contains(name) else {
        others.append(old)
        continue
      }
      try files.createDirectory(atPath: new, withIntermediateDirectories: true)
      for program in try files.contentsOfDirectory(atPath: old) {
        try files.linkItem(atPath: "\(old)/\(program)", toPath: "\(new)/\(program)")
      }
    }
    try Self.copy(others, into: root)
    let folders = try files.contentsOfDirectory(atPath: kept).filter { $0 != "root" }
    try Self.copy(folders.map { "\(kept)/\($0)" }, into: directory)
  }

  /// Copies files and folders with their permissions and times into a folder. One process copies
  /// all of them, because thousands of tests do this.
  private static func copy(_ paths: [String], into folder: String) throws {
    if paths.isEmpty { return }
    let output = try ChildProcess.output(
      of: "/bin/cp", arguments: ["-pR"] + paths + [folder], environment: Environment([:]),
      limit: 1_000)
    if output == nil { throw CocoaError(.fileWriteUnknown) }
  }
}
