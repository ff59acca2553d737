/// A Ruby that cannot run a gem because the gem needs another version of Ruby or RubyGems.
package struct UnsuitableRuby: Hashable, Sendable {
  /// A part of a Ruby whose version a gem can restrict.
  package enum Part: Hashable, Sendable {
    case ruby, rubygems
  }

  /// The path of the Ruby program.
  package let path: String
  /// The version of the Ruby, such as `3.1.2`.
  package let version: String
  /// Whether the system provides the Ruby. Otherwise, the lock contains it.
  package let isOfSystem: Bool
  /// The gem, such as `json 2.9.1`.
  package let gem: String
  /// The gem's requirement, such as `>= 3.2`.
  package let needs: String
  /// The part that the requirement restricts.
  package let part: Part
  /// The version of ``part`` that was found, which the requirement excludes.
  package let found: String

  /// Creates a description of the Ruby and the gem. The properties describe the parameters.
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
