package import Diagnostics
internal import Manifests

/// A kind of manifest that belongs to another tool and that a Toolfile can replace.
///
/// The readers know only what such files usually contain. They report every other statement
/// instead of guessing what it means.
package enum ForeignManifest: CaseIterable, Sendable {
  case mise, aqua, goModule, nodePackage, gemfile, gemfileLock, brewfile

  package static let maximumByteCount = 1024 * 1024

  /// The names that files of this kind have.
  package var fileNames: [String] {
    switch self {
    case .mise: ["mise.toml", ".mise.toml"]
    case .aqua: ["aqua.yaml", "aqua.yml"]
    case .goModule: ["go.mod"]
    case .nodePackage: ["package.json"]
    case .gemfile: ["gems.rb", "Gemfile"]
    case .gemfileLock: ["gems.locked", "Gemfile.lock"]
    case .brewfile: ["Brewfile"]
    }
  }

  /// Returns the statements of a file that ask for a tool or have no counterpart in a Toolfile.
  ///
  /// - Parameters:
  ///   - bytes: The text of the file.
  ///   - path: The path of the file as messages show it.
  /// - Throws: ``SyntaxProblems`` if the text does not have the form of such a file.
  package func statements(
    in bytes: [UInt8], path: String
  ) throws(SyntaxProblems) -> [ForeignStatement] {
    let text = try Self.text(bytes, path: path)
    return switch self {
    case .mise: try MiseManifest.statements(in: text)
    case .aqua: try AquaManifest.statements(in: text)
    case .goModule: GoModule.statements(in: text)
    case .nodePackage: try NodePackage.statements(in: text)
    case .gemfile: try Gemfile.statements(in: text)
    case .gemfileLock: GemfileLockManifest.statements(in: text)
    case .brewfile: try Brewfile.statements(in: text)
    }
  }

  /// Checks that the contents of a file are text without the markers of a merge conflict.
  ///
  /// - Throws: ``SyntaxProblems`` with the position of the first fault.
  package static func checkIsText(_ bytes: [UInt8], path: String) throws(SyntaxProblems) {
    _ = try text(bytes, path: path)
  }

  private static func text(
    _ bytes: [UInt8], path: String
  ) throws(SyntaxProblems) -> SourceText {
    let text = try SourceText(bytes, path: path, limit: maximumByteCount)
    // Only the author knows which side is right.
    if let marker = text.firstConflictMarker {
      throw SyntaxProblems(.unfinishedMerge, at: text.origin(at: marker))
    }
    return text
  }
}
