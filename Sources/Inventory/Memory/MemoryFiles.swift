internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Vocabulary

/// The in-memory index of the files of all installations.
struct MemoryFiles: FileIndex {
  let memory: Memory

  func contents(of installed: InstalledVersion) throws(Problem) -> RecordedContents {
    memory.read { records in
      guard let found = records.installations[installed] else { return .missing }
      return found.value.isFromInstall ? .original(found.receipt) : .rebuilt
    }
  }

  func files(
    where condition: RecordedFile.Condition, report: @Sendable (Int, Int) -> Void
  ) throws(Problem) -> [RecordedFile] {
    let found = memory.read { records in
      records.installations.values.filter(\.isInPlace).flatMap { installation in
        installation.receipt.files.filter { condition.matches($0) }.map { file in
          RecordedFile(
            installed: installation.value.installed, path: file.path, size: file.size,
            digest: file.digest)
        }
      }
    }
    report(found.count, found.count)
    return found
  }
}

extension RecordedFile.Condition {
  /// Returns whether a file satisfies the condition.
  fileprivate func matches(_ file: Receipt.File) -> Bool {
    switch self {
    case .digest(let digest): return file.digest == digest
    case .name(let name, in: let end):
      // Compares bytes, because different names may be equal as Swift strings.
      let (folder, own) = file.path.dividedAtLastSlash
      if FilePath(own) != FilePath(name) { return false }
      return end.isEmpty || "/\(folder)".utf8.reversed().starts(with: "/\(end)".utf8.reversed())
    }
  }
}
