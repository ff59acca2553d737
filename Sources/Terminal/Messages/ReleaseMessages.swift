internal import Diagnostics
internal import Vocabulary

extension ReleaseProblem {
  var message: Message {
    switch self {
    case .notConfigured(let missing):
      Message(
        "releases-not-configured",
        "this bootstrap does not know where its releases are published"
      )
      .detail("missing", missing)
      .column(
        "run",
        missing.map { "bootstrap config set \($0) " + ($0 == "releases" ? "ADDRESS" : "KEY") }
      )
      .detail("try", "or " + SystemProblem.reinstallation)
    case .foreignProgram(let path, let root):
      Message(
        "foreign-program", "this bootstrap was not installed in its root, so it stays as it is"
      )
      .detail("program", path)
      .detail("root", root)
      .detail("try", "update it with the program that installed it")
    case .offline(let address):
      Message("offline", "the list of releases was never fetched, and `--offline` prevents it")
        .detail("from", address)
        .detail("try", "run the command once without `--offline`")
    case .index(let address, let fault): fault.message(address)
    case .unknownVersion(let version, let known):
      Message("unknown-release", "there is no bootstrap \(literal(version))")
        .detail("available", known)
    case .noArchive(let version, let platform, let platforms):
      Message(
        "no-archive", "there is no bootstrap\(version.map { " \($0)" } ?? "") for \(platform)"
      )
      .detail("available", platforms)
    case .excluded(let wanted, let requirement, let origin):
      Message(
        "excluded-release",
        wanted.map { "this project cannot be used with bootstrap \($0)" }
          ?? "this project cannot be used with any release of bootstrap"
      )
      .detail("wants", literal(requirement))
      .detail("asked by", origin.description)
      .detail("run", wanted.map { "bootstrap self-update \($0) --force" })
    case .downgrade(let version, let running, let folder):
      Message("downgrade", "bootstrap \(version) is older than this one, which is \(running)")
        .detail(
          "run",
          folder.flatMap { commandLine(["bootstrap", "self-update", "--from", $0, "--force"]) }
            ?? "bootstrap self-update \(version) --force")
    case .folderInRoot(let folder):
      Message("folder-in-root", "the programs in \(folder) are in the root already")
        .detail("run", "bootstrap self-update --rollback")
        .detail("or", "copy the folder to a place outside of the root, and install it from there")
    case .damagedProgram(let folder, let file):
      Message(
        "damaged-program", "\(file) in \(folder) does not run here, so nothing was installed"
      )
      .detail("try", "unpack the archive of the release again")
    case .damagedEarlier(let path):
      Message("damaged-previous-version", "the earlier version of bootstrap is damaged or missing")
        .detail("at", path)
        .detail("run", "bootstrap self-update VERSION --force")
    case .doesNotRun(let version):
      Message(
        "release-does-not-run", "bootstrap \(version) does not run here, so it was not installed")
    case .incomplete(let version, let file):
      Message("incomplete-release", "the archive of bootstrap \(version) lacks \(file)")
    case .notARelease(let folder, let missing):
      Message(
        "not-a-release",
        missing == nil
          ? "the bootstrap in \(folder) does not run here, so it was not installed"
          : "\(folder) is not a folder with the programs of bootstrap"
      )
      .detail("missing", missing)
    case .replacedMeanwhile(let version):
      Message(
        "replaced-meanwhile", "another command has installed bootstrap \(version) meanwhile"
      )
      .detail("run", "bootstrap self-update")
    case .lostRelease(let path, let release):
      Message("lost-release", "\(path) does not lead to the programs of bootstrap")
        .detail("run", release.map { "ln -sfn \($0) \(shellPath(path))" })
        .detail("try", release == nil ? SystemProblem.reinstallation : nil)
    case .nothingToRollBack:
      Message("no-previous-version", "there is no earlier version of bootstrap to go back to")
        .detail("run", "bootstrap self-update VERSION --force")
    }
  }
}

extension ReleaseProblem.IndexFault {
  fileprivate func message(_ address: String) -> Message {
    let message: Message
    switch self {
    case .unsigned:
      message = Message("unsigned-releases", "the list of releases is not signed")
    case .badSignatureFile:
      message = Message(
        "bad-signature", "the signature of the list of releases is not a signature of minisign")
    case .otherKey(let found, let expected):
      message = Message("other-key", "the list of releases is signed with another key")
        .detail("expected", expected)
        .detail("found", found)
    case .wrongSignature:
      message = Message(
        "wrong-signature", "the signature does not belong to this list of releases")
    case .unreadable(let line):
      message = Message("bad-releases", "line \(line) of the list of releases cannot be read")
    case .newerFormat:
      message = Message("newer-releases", "the list of releases is for a newer bootstrap")
        .detail("try", SystemProblem.reinstallation)
    case .outdated(let serial, let seen):
      message = Message(
        "outdated-releases", "the list of releases is older than the one before"
      )
      .detail("number", "\(serial)")
      .detail("before", "\(seen)")
    }
    return message.detail("from", address)
  }
}
