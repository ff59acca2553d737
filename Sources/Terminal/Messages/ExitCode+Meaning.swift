package import Diagnostics

extension ExitCode {
  /// The description in the manual page and on the page about commands. Backticks mark code.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .failure:
      "a check failed, as in `check`, `lock --check`, `outdated`, or `verify`, nothing matches, as "
        + "in `versions`, or a build failed"
    case .usage: "invalid command line"
    case .unreadableManifest:
      "a Toolfile, lock, or `.tool-version` file contains errors, or the lock contradicts itself, "
        + "an address in it, or an index in the project"
    case .noManifest: "no Toolfile or lock where one is needed"
    case .unreachable: "a source or the network is not available, or a server exceeds a limit"
    case .internalFault: "internal error in bootstrap, or one of its programs is missing"
    case .cannotWrite: "cannot write to disk, or not without replacing a file"
    case .systemFailure: "another system error"
    case .locked:
      "another bootstrap process is using the root, or the Toolfile changed in the meantime"
    case .notTrusted:
      "the project uses something that you have not accepted (127 with `exec`), or a file of "
        + "another user, or the policy of the machine forbids it or cannot be used"
    case .notAvailable: "no version or artifact satisfies the request, or none was found in time"
    case .frozen: "`--frozen` is set, and the lock does not match the Toolfile"
    case .corruptArtifact:
      "a digest does not match, an archive is damaged or exceeds a limit, a build lacks an "
        + "executable of the lock, the lock contains files that its sources do not publish, or a "
        + "publisher changed"
    case .notExecutable: "`exec` and shims: found, but cannot be run"
    case .notFound: "`exec` and shims: not found, or no version can be selected"
    case .interrupted: "interrupted"
    }
  }
}
