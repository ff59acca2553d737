package import Filesystem
package import Layout
internal import Projects
package import Vocabulary

/// The programs that the user can run by name without bootstrap: those in system folders, and those
/// in absolute folders on `PATH`.
///
/// Folders to which bootstrap or a project adds programs do not count (``ManagedFolders``). Neither
/// does any `.venv/bin` or `node_modules/.bin`.
package struct ReachablePrograms: Sendable {
  /// The system folders, unless the variable `BOOTSTRAP_SYSTEM_PATH` lists other absolute paths.
  /// They count even if they are not on `PATH`.
  private static let usualFolders = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  private let folders: [Folder]
  /// Whether all folders on `PATH` count, and each was listed unless it is missing.
  let isComplete: Bool
  /// The status of the shim program, to which every shim is a link.
  private let shim: FileStatus?

  private struct Folder: Sendable {
    let path: FilePath
    /// Whether this is a system folder.
    let isOfSystem: Bool
    /// The names in the folder, or `nil` if each must be looked up. A folder that cannot be listed
    /// may still be entered, and a shell then runs its programs.
    let names: Set<String>?

    /// Returns whether the folder may contain anything with this name.
    func mayContain(_ name: String) -> Bool {
      if let names { return names.contains(name) }
      do throws(FileError) {
        return try path.appending(name).linkStatus() != nil
      } catch {
        // If this process may not enter the folder, neither may a shell of the same user. After
        // any other failure, assume that the name exists.
        return !error.isDenied && !error.meansNoFolder
      }
    }
  }

  /// Finds the folders.
  ///
  /// - Parameters:
  ///   - environment: The variables `PATH`, `BOOTSTRAP_SYSTEM_PATH`, and `HOME`.
  ///   - root: The root, whose programs do not count.
  ///   - project: A folder of the project, whose programs do not count, or `nil` to count all
  ///     folders on `PATH` outside roots.
  ///   - isListed: Whether to list all folders first, which is faster for many names.
  package init(
    _ environment: Environment, _ root: Root, besides project: FilePath? = nil,
    isListed: Bool = false
  ) {
    let system = Self.systemFolders(environment)
    var others: [FilePath] = []
    var isComplete = root.guardsWholePath
    if isComplete {
      let managed = ManagedFolders(of: project, root: root, home: environment.path("HOME"))
      others = Self.folders(in: environment.bytes(of: "PATH") ?? []).filter { folder in
        !system.contains(folder) && !folder.isOfEnvironment && !managed.contains(folder)
          && !folder.appending(".routes").exists
      }
    }
    func folder(_ path: FilePath, isOfSystem: Bool) -> Folder {
      var names: Set<String>?
      do throws(FileError) {
        names = isListed ? try Directory.open(path).names() : nil
      } catch {
        names = error.meansNoFolder ? [] : nil
        if names == nil { isComplete = false }
      }
      return Folder(path: path, isOfSystem: isOfSystem, names: names)
    }
    folders =
      others.withoutOtherNames.map { folder($0, isOfSystem: false) }
      + system.withoutOtherNames.map { folder($0, isOfSystem: true) }
    self.isComplete = isComplete && isListed
    shim = (try? root.shimProgram.status()) ?? nil
  }

  /// Returns all folders that may count: those of the system, and all absolute ones on `PATH`. The
  /// folders of the root are left out, because most installs change the shims.
  static func searchedFolders(_ environment: Environment, besides root: Root) -> [FilePath] {
    systemFolders(environment)
      + folders(in: environment.bytes(of: "PATH") ?? []).filter { !$0.isPart(of: root.path) }
  }

  private static func systemFolders(_ environment: Environment) -> [FilePath] {
    let listed = folders(in: environment.bytes(of: "BOOTSTRAP_SYSTEM_PATH") ?? [])
    // A mistake in the variable must not leave every program of the system unguarded.
    return listed.isEmpty ? folders(in: Array(usualFolders.utf8)[...]) : listed
  }

  private static func folders(in path: ArraySlice<UInt8>) -> [FilePath] {
    var known: Set<FilePath> = []
    return path.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
      .map { FilePath(bytes: Array($0)) }.filter { known.insert($0).inserted }
  }

  /// Returns the first program with this name, or `nil` if there is none.
  ///
  /// - Parameter isOfSystem: Whether to search only system folders.
  package func first(named name: ExecutableName, isOfSystem: Bool = false) -> FilePath? {
    for folder in folders where folder.names?.contains(name.text) ?? true {
      if isOfSystem, !folder.isOfSystem { continue }
      let program = folder.path.appending(name.text)
      if program.isExecutableFile, !isShim(program) { return program }
    }
    return nil
  }

  /// Returns whether a folder contains anything with this name, which could become a program.
  func hasEntry(named name: ExecutableName) -> Bool {
    folders.contains { $0.mayContain(name.text) }
  }

  private func isShim(_ program: FilePath) -> Bool {
    guard let shim, let status = (try? program.status()) ?? nil else { return false }
    return status.device == shim.device && status.inode == shim.inode
  }
}

extension [FilePath] {
  /// The folders without duplicates. On many systems, `/bin` is a link to `/usr/bin`.
  fileprivate var withoutOtherNames: [FilePath] {
    var known: Set<[UInt64]> = []
    return filter { folder in
      guard let status = (try? folder.status()) ?? nil else { return true }
      return known.insert([status.device, status.inode]).inserted
    }
  }
}

extension FileError {
  /// Whether a folder on `PATH` is missing or a loop of links, so that a shell finds nothing there.
  fileprivate var meansNoFolder: Bool { isMissing || code == FileError.isLink(path).code }
}

extension FilePath {
  /// Whether the folder belongs to an environment of a project, which users activate to replace
  /// other programs.
  fileprivate var isOfEnvironment: Bool {
    let names = [parentDirectory.lastComponent, lastComponent]
    return names == [".venv", "bin"] || names == ["node_modules", ".bin"]
  }
}
