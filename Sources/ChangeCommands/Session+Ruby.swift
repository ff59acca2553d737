internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Projects
internal import Selection
internal import Vocabulary

// The commands of rbenv take only a version, which is always a version of Ruby.
extension Session {
  /// Returns the command line with `others` in place of `word` if `word` is a version and something
  /// here asks for Ruby. Otherwise, returns an empty array.
  func retryForRuby(replacing word: String, with others: [String]) -> [String] {
    let isVersion = word.contains(".") && word.allSatisfy { $0.isNumber || $0 == "." }
    guard isVersion, PinnedVersion(word) != nil, asksForRuby else { return [] }
    return retry(replacing: word, with: others)
  }

  /// Whether a pin, the Toolfile, a `.ruby-version`, or a Gemfile asks for Ruby here.
  private var asksForRuby: Bool {
    guard let ruby = ToolName("ruby") else { return false }
    let selector = selector()
    if let chain = try? selector.pinChain() {
      let pins = (try? chain.pins()) ?? []
      let passedOver = chain.directories.flatMap(\.passedOver)
      if pins.contains(where: { $0.tool == ruby }) { return true }
      if passedOver.contains(where: { $0.tool == ruby }) { return true }
    }
    let project = (try? selector.folderTools())?.project
    if project?.toolfile[ruby] != nil { return true }
    return [workingDirectory, project?.folder].compactMap(\.self).contains { folder in
      [".ruby-version", "Gemfile"].contains { folder.appending($0).exists }
    }
  }
}
