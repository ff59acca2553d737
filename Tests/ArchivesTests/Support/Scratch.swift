import Filesystem
import Testing

/// Runs `body` with an empty directory of its own, removed afterwards.
func withScratch<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
  let base = Environment.current.path("TMPDIR") ?? "/tmp"
  let scratch = base.appending("archives-tests").temporarySibling()
  try scratch.makeDirectories()
  defer { try? scratch.removeTree() }
  return try await body(scratch)
}
