/// A Ruby that cannot run a gem, because the gem needs another version of it or of its RubyGems.
package struct UnsuitableRuby: Hashable, Sendable {
  /// What a gem can require of its Ruby.
  package enum Part: Hashable, Sendable {
    case ruby, rubygems
  }

  /// The path of the program.
  package let path: String
  /// The version of the Ruby, such as `3.1.2`.
  package let version: String
  /// Whether the Ruby is the system's rather than one that the lock contains.
  package let isOfSystem: Bool
  /// The gem, such as `json 2.9.1`.
  package let gem: String
  /// What the gem requires, such as `>= 3.2`.
  package let needs: String
  /// What the requirement is on.
  package let part: Part
  /// The version of that part, which the requirement excludes.
  package let found: String

  /// Creates a description of the Ruby and the gem. See the properties.
  package init(
    path: String, version: String, isOfSystem: Bool, gem: String, needs: String, of part: Part,
    found: String
  ) {
    self.path = path
    self.version = version
    self.isOfSystem = isOfSystem
    self.gem = gem
    self.needs = needs
    self.part = part
    self.found = found
  }
}
