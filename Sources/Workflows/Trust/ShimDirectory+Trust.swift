package import Filesystem
package import Layout
internal import Projects
package import Shims
internal import SourceKinds
internal import Trust
internal import Vocabulary

extension ShimDirectory {
  /// Creates a value that guards executables that would hide programs of the user, and knows the
  /// rules in the definitions of the user and of the program.
  package init(_ root: Root, _ environment: Environment) {
    let registries = Registries.trusted(in: root)
    let guarded = GuardedExecutables(environment, root, registries, areMany: true)
    self.init(root) {
      guarded.contains($0)
    } packageRules: {
      registries.packages(of: $0)
    } guestRules: {
      registries.guests(of: $0)
    }
  }
}
