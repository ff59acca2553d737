package import Diagnostics
internal import ToolSources
package import Vocabulary

/// A definition that is based on a real release, for its author to review.
package struct DefinitionProposal: Sendable {
  /// What a platform gets from the release.
  package struct Offer: Sendable {
    package let platform: Platform
    /// The file, or the reason there is none.
    package let file: Result<OfferedFile, SourceProblem>
  }

  package let tool: ToolName
  /// The definition, ready to be put into a file.
  package let text: String
  /// The version of the release.
  package let version: String
  /// The time of the release, or `nil` if it is unknown.
  package let released: ReleaseTime?
  /// Whether there are only prereleases, which a Toolfile must name.
  package let isPrerelease: Bool
  /// What each platform gets, in the order of the platforms.
  package let offers: [Offer]
  /// The executables that the definition lists.
  package let executables: [ExecutableName]
  /// The executables that some of the opened files lack, which the definition does not list.
  package let partialExecutables: [ExecutableName]
  /// The names of the files that were opened to find the executables.
  package let openedFiles: [String]
  /// Whether the author must write the summary, because the source has none.
  package let lacksSummary: Bool
  /// The pattern for tags that the definition states because the usual rule finds no version, or
  /// `nil` if that rule suffices.
  package let tagPattern: String?
  /// The name that the repository or package has now, or `nil` if it is the one that was asked for.
  package let newName: String?
  /// The source and package of the shipped definition of the same name, or `nil` if there is none.
  package let shipped: String?
  /// The shipped tools that have the name as an alias.
  package let aliased: [ToolName]

  /// Whether nobody states the digests of some files, so that a lock would trust the first
  /// download.
  package var isTrustedOnFirstUse: Bool {
    offers.contains { (try? $0.file.get())?.digestSource == .firstDownload }
  }
}
