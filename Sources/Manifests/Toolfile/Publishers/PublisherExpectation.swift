internal import Vocabulary

/// The publisher that a definition expects: `publisher github: "acme/mytool", workflow: "r.yml"`.
package struct PublisherExpectation: Hashable, Sendable {
  /// The services whose repositories a definition can name.
  package static let services = ["github", "gitlab"]

  /// The service and the repository there, such as `github:acme/mytool`.
  package let account: String
  /// The file name of the workflow, or `nil` for any workflow of the repository.
  package let workflow: String?

  /// Creates an expectation, or returns `nil` if a text is not the name of a service, of a
  /// repository there, or of a file.
  ///
  /// - Parameters:
  ///   - service: One of ``services``.
  ///   - repository: The repository, such as `acme/mytool`.
  ///   - workflow: The file name of the workflow, without its folder.
  package init?(_ service: String, _ repository: String, workflow: String? = nil) {
    let segments = repository.split(separator: "/", omittingEmptySubsequences: false)
    let count = service == "github" ? 2...2 : 2...20
    guard Self.services.contains(service), count.contains(segments.count),
      repository.utf8.count <= 200, segments.allSatisfy(Self.isName),
      workflow.map({ $0.utf8.count <= 200 && Self.isName($0) }) ?? true
    else { return nil }
    account = "\(service):\(repository)"
    self.workflow = workflow
  }

  /// Returns whether a text can name a repository or a file, and is not `.` or `..`.
  private static func isName(_ text: some StringProtocol) -> Bool {
    text.contains { $0 != "." }
      && text.utf8.allSatisfy { $0.isIdentifier || ".-".utf8.contains($0) }
  }
}

extension PublisherExpectation: CustomStringConvertible {
  private static let workflowWord = "workflow"

  /// The expectation in the form of the `defined` line of a lock:
  /// `github:acme/mytool workflow release.yml`.
  package var description: String {
    account + (workflow.map { " \(Self.workflowWord) \($0)" } ?? "")
  }

  /// Parses the spelling of ``description``.
  package init?(_ description: String) {
    let words = description.split(separator: " ", omittingEmptySubsequences: false)
    let account = words[0].split(separator: ":", maxSplits: 1).map(String.init)
    guard account.count == 2, words.count == 1 || words.count == 3,
      words.count == 1 || words[1] == Self.workflowWord
    else { return nil }
    self.init(account[0], account[1], workflow: words.count == 3 ? String(words[2]) : nil)
  }
}
