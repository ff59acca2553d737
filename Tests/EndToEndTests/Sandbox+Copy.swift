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
    for name in try files.contentsOfDirectory(atPath: kept + "/root") {
      let (old, new) = ("\(kept)/root/\(name)", "\(root)/\(name)")
      guard programs.contains(name) else {
        try Self.copy(old, to: new)
        continue
      }
      try files.createDirectory(atPath: new, withIntermediateDirectories: true)
      for program in try files.contentsOfDirectory(atPath: old) {
        try files.linkItem(atPath: "\(old)/\(program)", toPath: "\(new)/\(program)")
      }
    }
    for name in try files.contentsOfDirectory(atPath: kept) where name != "root" {
      try Self.copy("\(kept)/\(name)", to: "\(directory)/\(name)")
    }
  }

  /// Copies a file or a folder with its permissions and times.
  private static func copy(_ old: String, to new: String) throws {
    let output = try ChildProcess.output(
      of: "/bin/cp", arguments: ["-pR", old, new], environment: Environment([:]), limit: 1_000)
    if output == nil { throw CocoaError(.fileWriteUnknown) }
  }
}
