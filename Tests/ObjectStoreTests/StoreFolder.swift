import Filesystem
import ObjectStore
import Sandboxes
import Testing

/// The two kinds of store: every behaviour is tested on both.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { rawValue }
}

/// A folder of a test's own, and stores in it.
final class StoreFolder {
  private let directory: TemporaryDirectory
  var path: String { directory.path.string }

  init() {
    do {
      directory = try TemporaryDirectory()
    } catch {
      preconditionFailure("no temporary directory: \(error)")
    }
  }

  /// What stands in it.
  var names: [String] { (try? directory.path.entries()) ?? [] }

  func store(
    _ kind: Kind = .file, model: Model = Library.model, name: String = "store.sqlite"
  ) throws(StoreError) -> Store {
    try Store(kind == .memory ? .memory : .file(path + "/" + name), model: model)
  }
}

/// The violation that `body` is refused with.
func expectViolation<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) throws -> Violation {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  guard case .violation(let violation)? = error else { throw NoViolation(error: error) }
  return violation
}

struct NoViolation: Error {
  let error: StoreError?
}
