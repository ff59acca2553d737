package import Filesystem
package import Layout
package import Vocabulary

/// A choice of groups to install or to leave out, whatever the Toolfile says about them.
///
/// A choice comes from options of a command, from a variable, or from the user's `config`, where
/// the line of each project contains its folder and the choice: `groups /home/me/app docs
/// without:lint`. The worktrees of one repository share a line.
package struct GroupChoice: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The optional groups to install.
  package var with: Set<String>
  /// The groups to leave out. A tool is left out if all of its groups are, unless another tool
  /// needs it.
  package var without: Set<String>
  /// The variable or the line of `config` that states the choice, or `nil` for the command line.
  package var origin: Origin?

  /// The key in `config`.
  package static let settingName = "groups"
  /// The variable that takes precedence over `config`.
  package static let variable = "BOOTSTRAP_GROUPS"
  private static let mark = "without:"

  /// Creates a choice.
  package init(with: Set<String> = [], without: Set<String> = []) {
    self.with = with
    self.without = without
  }

  /// Creates a choice of optional groups to install.
  package init(arrayLiteral groups: String...) { self.init(with: Set(groups)) }

  /// Parses words such as `docs` and `without:lint`, separated by spaces or commas.
  package init(parsing words: [String]) {
    self.init(with: [])
    for word in words.flatMap({ $0.split { " ,\t".contains($0) } }) {
      if word.hasPrefix(Self.mark) {
        without.insert(String(word.dropFirst(Self.mark.count)))
      } else {
        with.insert(String(word))
      }
    }
  }

  /// Whether nothing is chosen.
  package var isEmpty: Bool { with.isEmpty && without.isEmpty }

  /// All groups that the choice names.
  package var names: Set<String> { with.union(without) }

  /// The words that state the choice.
  package var words: [String] { with.sorted() + without.sorted().map { Self.mark + $0 } }

  /// Returns the choice with `other` taking precedence for the groups that it names.
  package func overridden(by other: GroupChoice) -> GroupChoice {
    var choice = self
    choice.with = with.subtracting(other.without).union(other.with)
    choice.without = without.subtracting(other.with).union(other.without)
    return choice
  }

  /// Returns the word that stands for a project in `config`: the encoded path of its folder or, in
  /// a worktree, of the corresponding folder in the main checkout of the repository.
  package static func subject(of project: FilePath) -> String {
    PercentEncoding.encode(ProjectCheckouts.mainFolder(of: project).bytes)
  }

  /// Returns the folder that a word of `config` stands for, or `nil` if it stands for none.
  package static func project(ofSubject subject: String) -> FilePath? {
    PercentEncoding.decode(Array(subject.utf8)[...]).map { FilePath(bytes: $0) }
  }

  /// Returns the choice for a project in the variable or, if it is unset or empty, in `config`. If
  /// `config` cannot be read, nothing is chosen. Other checks report that.
  package static func stated(
    for project: FilePath, in root: Root, _ environment: Environment,
    formatPath: (FilePath) -> String
  ) -> GroupChoice {
    if let text = environment.nonEmpty(variable) {
      var choice = GroupChoice(parsing: [text])
      choice.origin = .variable(variable)
      return choice
    }
    guard let bytes = try? root.config.contentsIfPresent(limit: 1 << 20) else { return [] }
    let entries = SettingsText(bytes).entries.filter { $0.key == settingName }
    if entries.isEmpty { return [] }
    let subject = subject(of: project)
    guard let entry = entries.last(where: { $0.values.first == subject }) else { return [] }
    var choice = GroupChoice(parsing: Array(entry.values.dropFirst()))
    choice.origin = .file(formatPath(root.config), line: entry.line)
    return choice
  }
}
