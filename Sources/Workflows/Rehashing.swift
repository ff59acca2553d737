package import Diagnostics
internal import Filesystem
internal import Installation
package import Layout
package import Shims

/// Puts the shims anew for what is installed.
package struct Rehashing: Sendable {
  private let root: Root
  private let observe: @Sendable (WorkEvent) -> Void

  package init(root: Root, observe: @escaping @Sendable (WorkEvent) -> Void) {
    self.root = root
    self.observe = observe
  }

  package func rehash() async throws(Problem) -> ShimDirectory.Changes {
    let shims = ShimDirectory(root)
    let staging = try Staging.begin(in: root, purpose: "rehash") { observe(.waiting(holder: $0)) }
    let changes = try onDisk { () throws(FileError) in try shims.rehash() }
    // A dead owner's unfinished work is still unfinished: then the sign of it stays for the next install.
    if staging.foundRemains { return changes }
    do throws(FileError) {
      try staging.finish()
    } catch {
      throw Problem(error)
    }
    return changes
  }
}
