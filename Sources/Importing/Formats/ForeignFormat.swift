package import Diagnostics
package import Manifests

/// A format of files in which another tool states the tools of a project.
///
/// A reader knows what such files usually contain. It reports every other entry instead of guessing
/// what it means, so one entry that is not understood costs nothing but itself.
package protocol ForeignFormat: Sendable {
  /// The paths of such files, in order of precedence.
  static var paths: [ForeignPath] { get }

  /// The paths of such files that only apply where somebody selects them. They are named, but their
  /// contents are only read on request.
  static var optionalPaths: [ForeignPath] { get }

  /// Whether the name of a file says everything, so that its contents are not read.
  static var isNameOnly: Bool { get }

  /// Whether an included file may include further files.
  static var followsNestedIncludes: Bool { get }

  /// Whether a file may name plugins of the tools in another file.
  static var mayNamePlugins: Bool { get }

  /// Returns whether a file may include a file with this name. Messages and the Toolfile quote
  /// included files, so a file with secrets must not be included.
  static func mayInclude(fileNamed name: String) -> Bool

  /// Returns the entries of a file that ask for a tool or have no equivalent in a Toolfile.
  ///
  /// - Parameter text: The text with the path of the file. Empty if ``isNameOnly`` is true.
  /// - Throws: ``SyntaxProblems`` if the text does not have the form of such a file.
  static func statements(in text: SourceText) throws(SyntaxProblems) -> [ForeignStatement]
}

extension ForeignFormat {
  package static var optionalPaths: [ForeignPath] { [] }
  package static var isNameOnly: Bool { false }
  package static var followsNestedIncludes: Bool { false }
  package static var mayNamePlugins: Bool { false }
  package static func mayInclude(fileNamed name: String) -> Bool { false }

  /// Returns the entries of a file. See ``statements(in:)``.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file as messages show it.
  package static func statements(
    in bytes: [UInt8], path: String
  ) throws(SyntaxProblems) -> [ForeignStatement] {
    try statements(in: SourceText(foreign: bytes, path: path))
  }
}

extension SourceText {
  /// The maximum size of a file of another tool.
  static let maximumForeignByteCount = 1024 * 1024

  /// Creates the text of a file of another tool, which is text without the markers of a merge
  /// conflict.
  ///
  /// - Throws: ``SyntaxProblems`` with the position of the first fault.
  init(foreign bytes: [UInt8], path: String) throws(SyntaxProblems) {
    try self.init(bytes, path: path, limit: Self.maximumForeignByteCount)
    // Only the author knows which side is right.
    if let marker = firstConflictMarker {
      throw SyntaxProblems(.unfinishedMerge, at: origin(at: marker))
    }
  }
}
