#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The cases out of the test suites of other projects, which are not part of this repository.
///
/// They are in the folder that `BOOTSTRAP_CONFORMANCE` names or, by default, beside the repository.
/// Without them, the suites that read them are skipped, and the summary of `scripts/test` says so.
package enum Corpora {
  /// Why a suite is skipped.
  package static let absence = "the conformance data is not here"

  /// The folder with one folder for each kind of cases.
  package static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["BOOTSTRAP_CONFORMANCE"] { return named }
    let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return repository.dropLast().joined(separator: "/") + "/shared/conformance"
  }()

  /// Returns whether there are cases of a kind.
  package static func has(_ kind: String) -> Bool { !names(of: kind).isEmpty }

  /// Returns the names of the files of a kind, sorted. Empty if the data is missing.
  ///
  /// - Parameters:
  ///   - kind: The name of the folder, such as `resolver`.
  ///   - ending: How the names of the files end.
  ///   - folder: The folder with the kinds.
  package static func names(
    of kind: String, ending: String = "", in folder: String = folder
  ) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Returns the content of a file.
  ///
  /// - Throws: An error of Foundation if it cannot be read. Where there is data, a file of it that
  ///   cannot be read is a failure of the test.
  package static func contents(
    of kind: String, _ name: String, in folder: String = folder
  ) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(kind)/\(name)"))
  }
}
