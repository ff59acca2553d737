internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Locking
internal import Manifests
internal import Terminal
internal import TextSearch
internal import Transport
internal import Vocabulary
internal import Workflows

enum MirrorCommand: ChangeCommand {
  static let syntax = CommandSyntax(
    "mirror", "Copy what locks name to a registry or a folder that serves it by digest.",
    family: .maintaining,
    arguments: .list(
      placeholder: "push REGISTRY [LOCK…] | fill DIR [LOCK…] | status TARGET [LOCK…]",
      atLeast: 1, atMost: .max),
    options: [
      .init("--jobs", value: "N", "run up to N transfers at once (1 to 64)")
    ],
    details: [
      "REGISTRY is a repository of an OCI registry, such as oci://registry.example.org/tools.",
      "LOCK is the path of a Toolfile.lock, by default that of this project. The files for all",
      "platforms are copied, with the attestations of verified publishers. The setting `mirror`",
      "tells machines to ask the mirror.",
    ],
    examples: [
      .init("bootstrap mirror push oci://registry.example.org/tools", "upload what is missing"),
      .init("bootstrap mirror fill ~/tools", "write it to a folder of a web server"),
      .init("bootstrap mirror status ~/tools Toolfile.lock", "list what is missing there"),
    ])

  static func run(_ session: Session) async throws(Problem) -> ExitCode {
    let (name, arguments) = try session.subcommand(of: [
      Subcommand(name: "push", required: "REGISTRY", takesMore: true),
      Subcommand(name: "fill", required: "DIR", takesMore: true),
      Subcommand(name: "status", required: "TARGET", takesMore: true),
    ])
    let target = try target(arguments[0], of: name, session)
    let locks = try locks(Array(arguments.dropFirst()), session)
    let context = ChangeContext(session)
    let workflow = MirrorWorkflow(try context.sources(), observe: context.observe)
    let isStatus = name == "status"
    let (shortage, copies) = try await context.progress.show {
      () async throws(Problem) -> (MirrorWorkflow.Shortage, MirrorWorkflow.Copies?) in
      let shortage = try await workflow.shortage(of: target, for: locks)
      if isStatus { return (shortage, nil) }
      try await fetchAttestations(
        in: workflow.foldersLackingAttestations(shortage), context, session)
      return (shortage, try await workflow.fill(target, with: shortage, for: locks))
    }
    return copies.map { report(target, $0, shortage, session) }
      ?? status(of: target, shortage, session)
  }

  /// Requests the attestations of the projects in these folders. A lock without a Toolfile does not
  /// tell where its tools are published.
  private static func fetchAttestations(
    in folders: [FilePath], _ context: ChangeContext, _ session: Session
  ) async throws(Problem) {
    let locking = try context.locking()
    for folder in folders where folder.appending(Toolfile.name).exists {
      let project = try locking.project(
        in: folder, session.files, formatPath: session.formatPath)
      try await locking.fetchAttestations(of: project)
    }
  }

  /// Parses the target of an action.
  private static func target(
    _ text: String, of action: String, _ session: Session
  ) throws(Problem) -> MirrorTarget {
    if action != "fill", let repository = OCIRepository(text) { return .registry(repository) }
    guard action != "push", !text.contains("://") else {
      throw .usage(
        .badValue(
          AddressText.withoutSecrets(text), option: "mirror \(action)",
          expected: action == "fill" ? .folder : .repository(OCIRepository.fault(in: text))))
    }
    let folder = session.workingDirectory.resolving(FilePath(text))
    return .folder(folder, name: session.formatPath(folder))
  }

  /// Reads the locks at these paths, or the lock of the project if there are none.
  private static func locks(
    _ paths: [String], _ session: Session
  ) throws(Problem) -> [MirroredLock] {
    if paths.isEmpty {
      try session.checkOwners()
      let folder = session.environment.filesFolder(of: try session.projectFolder())
      guard folder.appending(Lockfile.name).exists else {
        let toolfile = session.formatPath(folder.appending(Toolfile.name))
        throw .project(.lock(.missing(toolfile: toolfile)))
      }
      return [try MirroredLock(at: folder, formatPath: session.formatPath)]
    }
    var locks: [MirroredLock] = []
    for path in paths {
      locks.append(
        try MirroredLock(
          at: session.workingDirectory.resolving(FilePath(path)), formatPath: session.formatPath))
    }
    return locks
  }

  /// Reports what was copied.
  private static func report(
    _ target: MirrorTarget, _ copies: MirrorWorkflow.Copies, _ shortage: MirrorWorkflow.Shortage,
    _ session: Session
  ) -> ExitCode {
    let presentCount = shortage.fileCount - shortage.files.count
    session.console.print(
      [],
      json: .object([
        "schema": 1, "target": .string("\(target)"), "added": .number(copies.fileCount),
        "size": .number(copies.byteCount), "present": .number(presentCount),
        "missing_attestations": .number(copies.missingAttestationCount),
        "manifests": .strings(copies.locks.map(\.tag)),
      ]))
    session.console.report(
      .disk(
        .mirrorFilled(
          target: "\(target)", added: copies.fileCount, byteCount: copies.byteCount,
          present: presentCount, missingAttestationCount: copies.missingAttestationCount)))
    return .success
  }

  /// Prints what a mirror lacks.
  private static func status(
    of target: MirrorTarget, _ shortage: MirrorWorkflow.Shortage, _ session: Session
  ) -> ExitCode {
    session.console.print(
      rows: shortage.files.map { file in
        let words = [file.isAttestation ? "attestation" : nil, file.part]
        return [
          "\(file.tool)", "\(file.version)",
          words.compactMap(\.self).joined(separator: " of "), file.platform?.rawValue ?? "any",
          file.size.map(QuantityFormat.bytes) ?? "", "\(file.digest)",
        ]
      },
      json: .object([
        "schema": 1, "target": .string("\(target)"), "files": .number(shortage.fileCount),
        "missing": .array(
          shortage.files.map { file in
            .object([
              "name": .string(file.tool.text), "version": .string(file.version.text),
              "part": .optional(file.part), "attestation": .bool(file.isAttestation),
              "platform": .optional(file.platform?.rawValue),
              "digest": .string(file.digest.hexadecimal),
              "size": file.size.map(JSON.number) ?? .null,
            ])
          }),
        "missing_manifests": .strings(shortage.locks.map(\.name)),
      ]))
    if shortage.isEmpty {
      session.console.report(
        .disk(.mirrorIsComplete(target: "\(target)", fileCount: shortage.fileCount)))
      return .success
    }
    session.console.report(
      .disk(
        .mirrorLacks(
          target: "\(target)", fileCount: shortage.files.count,
          byteCount: shortage.files.reduce(0) { $0 + ($1.size ?? 0) },
          manifestCount: shortage.locks.count)))
    return .failure
  }
}
