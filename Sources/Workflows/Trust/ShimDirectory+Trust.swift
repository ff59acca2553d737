package import Filesystem
package import Layout
internal import Projects
package import Shims
internal import SourceKinds
internal import Trust
internal import Vocabulary

extension ShimDirectory {
  /// Creates a value that guards the executables that hide programs of the system, and knows the
  /// package managers in the definitions of the user and of the program.
  package init(_ root: Root, _ environment: Environment) {
    let guarded = GuardedExecutables(environment)
    let registries = Registries.trusted(in: root)
    self.init(root) {
      guarded.contains($0)
    } packageRules: {
      registries.packages(of: $0)
    }
  }
}
