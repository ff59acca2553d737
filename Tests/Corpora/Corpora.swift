#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Test cases from other projects, which are not part of this repository.
///
/// They are in the folder that `BOOTSTRAP_CONFORMANCE` names or, by default, beside the repository.
/// Without them, the suites that read them are skipped, and the summary of `scripts/test` says so.
package enum Corpora {
  /// The reason that a skipped suite states.
  package static let absence = "the conformance data is not here"

  /// The folder of all cases. It has a subfolder for each kind.
  package static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["BOOTSTRAP_CONFORMANCE"] { return named }
    let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return repository.dropLast().joined(separator: "/") + "/shared/conformance"
  }()

  /// Returns whether cases of a kind are available.
  package static func has(_ kind: String) -> Bool { !names(of: kind).isEmpty }

  /// Returns the names of the files of a kind, sorted. Empty if the data is missing.
  ///
  /// - Parameters:
  ///   - kind: The name of the folder, such as `resolver`.
  ///   - ending: The suffix of the file names.
  ///   - folder: The folder that contains the subfolder.
  package static func names(
    of kind: String, ending: String = "", in folder: String = folder
  ) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Returns the content of a file.
  ///
  /// - Throws: A Foundation error if the file cannot be read. The test must then fail, because only
  ///   missing data is a reason to skip it.
  package static func contents(
    of kind: String, _ name: String, in folder: String = folder
  ) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(kind)/\(name)"))
  }
}
