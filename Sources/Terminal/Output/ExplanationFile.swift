package import Diagnostics
package import Filesystem
internal import Synchronization
internal import Vocabulary

/// A file with the whole proofs of conflicts, as JSON.
///
/// The nodes of a proof have many conditions in common, and each may name hundreds of ranges of
/// versions. The file therefore states each condition once, and the nodes refer to its index.
package struct ExplanationFile {
  private let path: FilePath

  /// Creates the file at an absolute path. Writes nothing.
  package init(_ path: FilePath) { self.path = path }

  /// Replaces the contents of the file, in pieces. The proofs never exist as a whole text.
  ///
  /// - Parameters:
  ///   - conflicts: The conflicts.
  ///   - console: The console that reports the conflicts.
  /// - Throws: ``FileError`` if the file cannot be written.
  package func write(_ conflicts: [VersionConflict], _ console: Console) throws(FileError) {
    let output = OutputFile(try FileDescriptor.open(path, .overwrite(permissions: 0o666)))
    var buffer = OutputBuffer(output.write)
    let json = JSON.object(["schema": 1, "conflicts": .array(conflicts.map(\.wholeProof))])
    console.locating(json).write(to: &buffer) { Secrets.ofProcess.concealing($0) }
    buffer.write("\n")
    buffer.flush()
    if let failure = output.failure { throw failure }
  }
}

/// An open file, which remembers the first failure to write to it.
private final class OutputFile {
  private let file: FileDescriptor
  private(set) var failure: FileError?

  init(_ file: consuming FileDescriptor) { self.file = file }

  /// Writes all of `bytes`. After a failure, writes nothing more.
  func write(_ bytes: [UInt8]) {
    if failure != nil { return }
    do { try file.write(bytes) } catch { failure = error }
  }
}

extension VersionConflict {
  /// The proof in both forms. Its parts are created when they are printed, in their order.
  fileprivate var wholeProof: JSON {
    let conditions = NumberedConditions()
    return .object([
      "tools": .strings(tools.map(\.text)),
      "explanation": .stream(
        ComputedList(count: explanation.count) { explanation.rows(of: $0).map { .string($0) } }),
      "derivation": .stream(
        ComputedList(count: derivation.count) { index in
          let node = derivation[index]
          let numbers = node.terms.map { JSON.number(conditions.number(of: $0)) }
          return [node.json(id: index, "conditions", numbers)]
        }),
      // The nodes before have numbered all conditions.
      "conditions": .stream(ComputedList(count: 1) { _ in conditions.all.map(\.json) }),
    ])
  }
}

/// The conditions of a proof, numbered from 0 in the order in which its nodes mention them.
private final class NumberedConditions: Sendable {
  typealias Condition = VersionConflict.Node.Condition

  private let numbers = Mutex<[Condition: Int]>([:])

  /// Returns the number of a condition, which gets the next one if it has none yet.
  func number(of condition: Condition) -> Int {
    numbers.withLock { numbers in
      if let known = numbers[condition] { return known }
      let next = numbers.count
      numbers[condition] = next
      return next
    }
  }

  /// All conditions in the order of their numbers.
  var all: [Condition] {
    numbers.withLock { $0.sorted { $0.value < $1.value }.map(\.key) }
  }
}
