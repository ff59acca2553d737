internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Vocabulary

extension ShimDirectory {
  /// The tools that provide an executable.
  struct Providers {
    var tools: Set<ToolName> = []
    /// Those of the tools with a package that provides it.
    var withPackage: Set<ToolName> = []
  }

  /// Returns the tools that provide each executable, according to the `bin` folders of all
  /// installations and of their packages. Names that are not valid for an executable are skipped,
  /// and so are folders and files that cannot run (``Root/mayHaveShim(_:in:)``): a shim of such a
  /// name would hide a program of the system.
  ///
  /// - Parameter routes: The routes of the last rehash.
  func providers(
    _ folders: InstallationFolders, _ rules: PackageRules, _ routes: [ExecutableName: [UInt8]]
  ) throws(FileError) -> [ExecutableName: Providers] {
    var result: [ExecutableName: Providers] = [:]
    let parts = BlockingThread.resultsOfParts(of: folders.installed) { [root] installed in
      Result { () throws(FileError) -> [(ToolName, ExecutableName)] in
        var found: [(ToolName, ExecutableName)] = []
        if installed.isEmpty { return found }
        let installs = try root.installs.open()
        for installed in installed {
          for name in try root.executablesWithShims(of: installed, in: installs) {
            found.append((installed.tool, name))
          }
        }
        return found
      }
    }
    for part in parts {
      for (tool, name) in try part.get() {
        result[name, default: Providers()].tools.insert(tool)
      }
    }
    // Pins without a lock still run what an older bootstrap installed.
    for outdated in folders.outdated where outdated.isLinked {
      for name in try root.executablesWithShims(in: outdated.folder) {
        result[name, default: Providers()].tools.insert(outdated.tool)
      }
    }
    let installed = folders.installed
    for installed in installed where rules.ofTools[installed.tool] != nil {
      let bin = root.packages(of: installed.tool, installed.version).appending("bin")
      for entry in try bin.entriesIfPresent() {
        // Nobody has accepted a package's `sh` or `sudo`.
        guard let name = ExecutableName(entry), !name.isReserved,
          try bin.appending(entry).mayRun()
        else { continue }
        result[name, default: Providers()].tools.insert(installed.tool)
        result[name]?.withPackage.insert(installed.tool)
      }
    }
    try addMissingPrograms(of: installed, in: routes, to: &result)
    return result
  }

  /// Adds tools whose installations have lost a program that their receipts and routes still list.
  /// Without its shim, the system's program would run in place of the damaged tool.
  private func addMissingPrograms(
    of installed: [InstalledVersion], in routes: [ExecutableName: [UInt8]],
    to result: inout [ExecutableName: Providers]
  ) throws(FileError) {
    let folders = Dictionary(grouping: installed, by: \.tool)
    for (name, bytes) in routes {
      guard let route = Route(bytes) else { continue }
      for text in route.tools {
        guard let tool = ToolName(String(decoding: text, as: UTF8.self)),
          result[name]?.tools.contains(tool) != true
        else { continue }
        for version in folders[tool] ?? [] {
          if try Receipt.read(in: root.folder(of: version))?.provides(name) ?? false {
            result[name, default: Providers()].tools.insert(tool)
            break
          }
        }
      }
    }
  }
}
