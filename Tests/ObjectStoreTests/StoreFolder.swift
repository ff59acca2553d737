import Filesystem
import ObjectStore
import Sandboxes
import Testing

/// The kind of a store. Each test of the common behavior runs with both kinds.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case memory, file
  var testDescription: String { rawValue }
}

/// A temporary folder for the stores of one test.
final class StoreFolder {
  private let directory: TemporaryDirectory
  /// The path of the folder.
  var path: String { directory.path.string }

  init() {
    do {
      directory = try TemporaryDirectory()
    } catch {
      preconditionFailure("no temporary directory: \(error)")
    }
  }

  /// The names of the files in the folder.
  var names: [String] { (try? directory.path.entries()) ?? [] }

  /// Opens a store in memory or in this folder, or creates it if it is missing.
  func store(
    _ kind: Kind = .file, model: Model = Library.model, name: String = "store.sqlite"
  ) throws(StoreError) -> Store {
    try Store(kind == .memory ? .memory : .file(path + "/" + name), model: model)
  }
}

/// Returns the violation that `body` throws. Fails the test if `body` throws another error or none.
func expectViolation<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) throws -> Violation {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  guard case .violation(let violation)? = error else { throw MissingViolation(error: error) }
  return violation
}

/// The failure of a test that expected a violation. `error` is the error that was thrown instead,
/// or `nil` if none was thrown.
struct MissingViolation: Error {
  let error: StoreError?
}
