internal import Diagnostics
internal import Vocabulary

extension FileProblem {
  /// The message for this problem.
  var message: Message {
    switch self {
    case .noManifest(let directory, let guests, let passedOver, let installable):
      Message("no-manifest", "no Toolfile found in \(directory) or any parent directory")
        .column("pinned", guests.map(\.sentence))
        .column("passed over", passedOver.map(\.sentence))
        .column(
          "run",
          guests.isEmpty
            ? [installable.map { "bootstrap local --install \($0)" } ?? "bootstrap init"]
            : guests.contains(where: \.isDefined)
              ? ["bootstrap install --from-idiomatic", "bootstrap import"] : [])
    case .missing(let path, let name):
      Message("missing-file", "\(path) does not exist")
        .detail("try", "name a \(name), or the directory that contains one")
    case .ownToolfile(let directory, let toolfile, let retry):
      Message(
        "own-toolfile",
        "no Toolfile found in \(directory) or any parent directory except your own, \(toolfile)"
      )
      .detail("to use it", key: "edit", commandLine(retry))
      .detail("to create", key: "create", "bootstrap init")
    case .noOwnToolfile(let toolfile):
      Message("no-manifest", "there is no \(toolfile) yet")
        .column("run", ["bootstrap add --global TOOL", "bootstrap init --global --from-machine"])
    case .nothingToFollow(let guests, let passedOver, let installable):
      Message("no-manifest", "no file of another version manager pins what can be installed")
        .column("pinned", guests.map(\.sentence))
        .column("passed over", passedOver.map(\.sentence))
        .detail("run", installable.map { "bootstrap local --install \($0)" })
    case .unreadable(let path, let reason):
      Message("unreadable-manifest", "\(path) cannot be read").detail("because", reason)
    case .changedWhileRead(let path):
      Message("unreadable-manifest", "\(path) cannot be read")
        .detail("because", "it changed while it was being read")
    case .foreignFiles(let files):
      Message(
        "not-trusted",
        files.count == 1
          ? "not reading \(files[0].sentence)"
          : "not reading \(files.count) files of other users in a place where everybody can write"
      )
      .column("files", files.count == 1 ? [] : files.map { "\($0.path) (user \($0.owner))" })
      .detail("try", "copy the project to a folder of your own, or take it over with `chown`")
    case .notAFile(let path, let kind):
      Message("not-a-file", "\(path) is \(kind.words), not a file")
    case .danglingLink(let path, let target):
      Message("dangling-link", "\(path) is a link to a file that is missing")
        .detail("target", target)
        .detail("try", "bring the file back, or remove the link")
    case .linkOutside(let path, let isWritten):
      Message(
        "link-outside",
        "\(path) is a symbolic link that is broken or leads outside the repository"
      )
      .detail(
        "because",
        isWritten
          ? "bootstrap writes only to files of the repository"
          : "bootstrap reads only files of the repository"
      )
      .detail("try", "replace the symbolic link with a file")
    case .missingAttestationRoot(let path, let statement):
      Message("missing-attestation-root", "\(path) is missing")
        .detail("asked by", "`attestation_root` (\(statement.withoutColumn))")
        .detail("try", "add the file to the project, or remove the statement")
    case .unusableAttestationRoot(let path, let statement, let fault):
      Message("unusable-attestation-root", "\(path) cannot be used as an attestation root")
        .detail("asked by", "`attestation_root` (\(statement.withoutColumn))")
        .detail("because", fault.words)
    case .manifestExists(let path):
      Message("manifest-exists", "\(path) already exists")
        .column("run", ["bootstrap add TOOL", "bootstrap import FILE"])
    case .importTooLarge(let path, let toolCount, let limit):
      Message("import-too-large", "\(path) would be larger than \(size(limit))")
        .detail("tools", QuantityFormat.number(toolCount))
        .detail("run", "bootstrap import FILE")
        .detail("try", "import the files of each project in its own folder")
    case .manifestChanged(let path):
      Message("manifest-changed", "\(path) changed in the meantime, so it was not edited")
        .detail("try", "run the command again")
    case .folderExists(let path):
      Message("folder-exists", "\(path) already exists")
        .detail("try", "another name, or remove it")
    }
  }
}
