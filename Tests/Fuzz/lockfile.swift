import Manifests

/// Parses a `Toolfile.lock` with and without support for conflict markers. No input crashes the
/// parser. Writing a lock and reading it again returns the same lock, without older forms.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let lock = try? Lockfile(parsing: bytes, path: "Toolfile.lock") { check(lock) }
  if let sides = try? ConflictedLockfile(parsing: bytes, path: "Toolfile.lock") {
    check(sides.ours)
    check(sides.theirs)
  }
  return 0
}

/// Checks that a lock survives writing and reading, and that each of its tools can be found.
private func check(_ lock: Lockfile) {
  let written = lock.bytes
  guard let again = try? Lockfile(parsing: written, path: "Toolfile.lock") else {
    preconditionFailure("what is written can be read")
  }
  // Writing a lock brings an older form up to date.
  let current = lock.tools.map { tool in
    tool.with {
      $0.isOutdated = false
      $0.hasOlderDeclaration = false
    }
  }
  precondition(again.tools == current)
  precondition(again.platforms == lock.platforms)
  precondition(again.bytes == written)
  for tool in lock.tools { precondition(lock[tool.name] == tool) }
}
