internal import CPosix
internal import LibC

/// The name of a file that a process writes before it renames the file:
/// `.<start>.<process id>-<unique>`.
///
/// A killed process leaves such a file behind. The file is abandoned if its process has ended, and
/// no process holds its kernel lock: a process id may belong to another container.
package struct TemporaryName: Hashable, Sendable {
  /// The first bytes of the name of the final file.
  package let start: String
  private let process: pid_t
  private let unique: String

  /// Creates a name in the same directory as `file` that no other process and no other call uses.
  init(for file: String) {
    // A name may have at most 255 bytes, and that of the file may already use all of them.
    start = Self.start(of: file)
    process = getpid()
    unique = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  /// Parses a name, or returns `nil` if it has another form.
  package init?(_ name: String) {
    guard name.first == ".", let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return nil
    }
    let parts = name[name.index(after: dot)...].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let process = pid_t(parts[0]), process > 0, !parts[1].isEmpty,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
    else { return nil }
    start = String(name[name.index(after: name.startIndex)..<dot])
    self.process = process
    unique = String(parts[1])
  }

  /// The name of the file.
  var text: String { ".\(start).\(process)-\(unique)" }

  /// Returns the part of a file's name that its temporary names contain.
  static func start(of file: String) -> String {
    String(decoding: file.utf8.prefix(64), as: UTF8.self)
  }

  /// Whether the process has ended, as far as this process can see.
  var hasEndedProcess: Bool { !Self.isRunning(process) }

  /// Returns whether a process with this id exists (kill(2)).
  package static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno != ESRCH
  }
}

extension FilePath {
  /// Returns a path in the same directory that no other process and no other call uses.
  package func temporarySibling() -> FilePath {
    let name = FilePath(TemporaryName(for: lastComponent).text)
    return parent?.appending(name) ?? name
  }

  /// Removes the abandoned temporary files and folders in this directory. Failures are ignored,
  /// because these take only space.
  ///
  /// - Parameters:
  ///   - file: The name of a file, to remove only its temporary files, or `nil` to remove all.
  ///   - isExclusive: Whether the caller holds a lock that all writers in this directory hold, so
  ///     that every temporary file is abandoned.
  package func removeAbandonedFiles(of file: String? = nil, isExclusive: Bool = false) {
    guard let directory = try? Directory.open(self) else { return }
    directory.removeAbandonedFiles(of: file, isExclusive: isExclusive)
  }
}

extension Directory {
  /// Removes the abandoned temporary files and folders in this directory, as
  /// ``FilePath/removeAbandonedFiles(of:isExclusive:)`` does.
  package func removeAbandonedFiles(of file: String? = nil, isExclusive: Bool = false) {
    let start = file.map(TemporaryName.start)
    for entry in (try? hiddenNames()) ?? [] {
      guard let name = TemporaryName(entry), start == nil || name.start == start else { continue }
      if isExclusive || (name.hasEndedProcess && !isInUse(entry)) { try? removeTree(entry) }
    }
  }

  /// Returns whether a process holds the kernel lock of a file or folder. A link has none.
  private func isInUse(_ name: String) -> Bool {
    do throws(FileError) {
      switch try linkStatus(of: name)?.kind {
      case .file: return try file(name).isLocked
      case .directory: return try FileDescriptor.open(path.appending(name), .read).isLocked
      default: return false
      }
    } catch {
      return false
    }
  }
}

extension FileDescriptor {
  /// Whether another process holds the kernel lock.
  fileprivate var isLocked: Bool {
    bootstrap_flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Takes the kernel lock of a temporary file or folder, so that no other process regards it as
  /// abandoned. Where the file system has no locks, the process id in its name must do.
  package borrowing func markAsInUse() { _ = bootstrap_flock(number, LOCK_EX | LOCK_NB) }
}
