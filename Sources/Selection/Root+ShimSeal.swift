package import Filesystem
package import Layout
internal import Vocabulary

/// The seal of the shims: a file in `shims/.complete`. It certifies that every program of every
/// installation had its shim and its route when the last change of the root ended. The seal lists
/// the exceptions: programs for which the user has a file of the same name. The name of the seal
/// consists of the identities of `shims` and `shims/.routes`, which change when an entry is added,
/// removed, or replaced.
///
/// Without the seal, `exec` and `check` read the shim and the route of each program of the
/// project's tools, which takes half of their time in a project with 200 tools.
extension Root {
  /// The path of the seal for the current state of the shims, or `nil` if there are no shims.
  package var shimSeal: FilePath? {
    guard let folder = FileIdentity(of: PathText(shims.path.bytes)),
      let subject = FileIdentity(of: PathText(routes.path.bytes))?.sealName(
        forSubjectWithDigest: 0)
    else { return nil }
    let name = folder.sealName(forSubjectWithDigest: SHA256Digest(of: subject).leading64Bits)
    return shimSeals.appending(String(decoding: name, as: UTF8.self))
  }

  /// Whether all shims and routes are known to exist, and no file of the user takes the place of a
  /// shim.
  package var hasEveryShim: Bool {
    guard hasSealedShims, let status = (try? shimSeal?.status()) ?? nil else { return false }
    return status.size == 0
  }

  /// Whether all shims and routes are known to exist, except for the shims that the seal lists.
  /// False while another process changes the root, and after a change was interrupted.
  package var hasSealedShims: Bool {
    guard let seal = shimSeal, seal.exists, let work = try? unfinishedWork() else { return false }
    return work.isEmpty
  }
}
