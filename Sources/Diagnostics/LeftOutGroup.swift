package import Vocabulary

/// A group of a Toolfile that the user has chosen to leave out.
package struct LeftOutGroup: Hashable, Sendable {
  package let group: GroupName
  /// The variable or the line of `config` that states the choice.
  package let origin: Origin
  /// The words of the choice without the group. Empty if nothing else is chosen.
  package let remainder: [String]

  /// Creates a group from the choice that leaves it out.
  package init(_ group: GroupName, origin: Origin, remainder: [String]) {
    self.group = group
    self.origin = origin
    self.remainder = remainder
  }
}
