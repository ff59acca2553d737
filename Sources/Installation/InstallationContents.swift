internal import Archives
internal import Diagnostics
internal import Layout
internal import ToolSources
internal import Vocabulary

/// The contents of an installation, as they follow from its specification and the files in its
/// downloads.
///
/// An install makes these contents, and `verify` expects them.
struct InstallationContents: Sendable {
  /// The files of a download.
  struct Unpacked: Sendable {
    /// The folder of the files, relative to the folder of the installation.
    let folder: String
    /// The size of the download in bytes.
    let size: Int
    let members: [ExtractedFile]
  }

  let receipt: Receipt
  /// The paths in the artifact of the files that must be runnable, even if the artifact does not
  /// mark them as executable.
  let runnable: Set<String>
  /// The fault of an artifact that lacks a specified executable, or `nil` if it has them all.
  let fault: ArtifactProblem.Fault?
  /// The fault of an artifact that provides other executables than the specified ones, or `nil` if
  /// it provides exactly those. It matters only if the specification is meant to list them all.
  let surplusFault: ArtifactProblem.Fault?

  /// Determines the contents.
  ///
  /// - Parameters:
  ///   - specification: The specification of the installation.
  ///   - unpacked: The files of each download, the artifact first.
  ///   - read: A function that returns the first bytes of the artifact's file at a path: at least
  ///     the given number, or all bytes of a shorter file.
  /// - Throws: The error that `read` throws.
  init<Failure: Error>(
    of specification: InstallationSpecification, _ unpacked: [Unpacked],
    reading read: (String, Int) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    let artifact = ArtifactMembers(unpacked.first?.members ?? [])
    let found = try specification.layout.executables(in: artifact.files, reading: read)
    let names = Set(specification.provides)
    // A lock lists no invalid names, and reserved ones only on request.
    let foundNames = Set(
      found.compactMap { ExecutableName($0.name) }.filter { names.contains($0) || !$0.isReserved })
    let executables = found.filter { ExecutableName($0.name).map(names.contains) ?? false }
    let missing = names.subtracting(foundNames).sorted()
    fault =
      missing.isEmpty
      ? nil
      : .missingExecutables(
        missing.map { .init($0, at: specification.layout.statedPath(of: $0.text)) },
        files: Self.programs(among: artifact.files))
    surplusFault =
      names == foundNames
      ? nil : .wrongExecutables(locked: names.sorted(), found: foundNames.sorted())
    // An executable may be a symbolic link, whose file must be runnable, or a hard link, whose mode
    // is that of all names of the file.
    let runnable = Set(
      executables.compactMap { artifact.file(at: $0.path).map { ($0.original ?? $0.path).text } })
    self.runnable = runnable
    var (files, links) = Self.members(of: unpacked, runnable)
    for executable in executables {
      let target = "../\(Receipt.contentName)/\(executable.path)"
      links.append(.init(path: "\(Self.binName)/\(executable.name)", target: target))
    }
    receipt = Self.receipt(of: specification, unpacked, executables, files, links)
  }

  /// Returns the files and links of the downloads, as the receipt lists them.
  ///
  /// - Parameter runnable: The paths in the artifact of the files that must be runnable.
  private static func members(
    of unpacked: [Unpacked], _ runnable: Set<String>
  ) -> (files: [Receipt.File], links: [Receipt.Link]) {
    var (files, links): ([Receipt.File], [Receipt.Link]) = ([], [])
    for one in unpacked {
      for member in one.members {
        let path = "\(one.folder)/\(member.path)"
        switch member.kind {
        case .file(let isExecutable):
          let isRunnable =
            one.folder == Receipt.contentName
            && runnable.contains((member.original ?? member.path).text)
          files.append(
            .init(
              path: path, mode: isExecutable || isRunnable ? 0o755 : 0o644, size: member.size,
              digest: member.digest))
        case .link(let target): links.append(.init(path: path, target: target))
        }
      }
    }
    return (files, links)
  }

  /// Returns the paths of the files that are most likely programs, for an error message: the
  /// executable files, or all files if none is executable. If there are many, returns only those
  /// closest to the root.
  private static func programs(among files: [ArchiveFile]) -> [String] {
    let executable = files.filter(\.isExecutable)
    return (executable.isEmpty ? files : executable)
      .map { (path: $0.path, depth: $0.path.utf8.count { $0 == UInt8(ascii: "/") }) }
      .sorted { ($0.depth, $0.path) < ($1.depth, $1.path) }
      .prefix(maximumListedFiles).map(\.path)
  }

  private static let maximumListedFiles = 1000

  /// The folder of the links to the artifact's executables.
  static let binName = "bin"

  private static func receipt(
    of specification: InstallationSpecification, _ unpacked: [Unpacked],
    _ executables: [ProvidedExecutable], _ files: [Receipt.File], _ links: [Receipt.Link]
  ) -> Receipt {
    let installed = specification.installed
    let artifact = specification.files[0]
    // The sizes are those of the verified downloads.
    let sizes = unpacked.map(\.size)
    let parts = zip(specification.parts, sizes.dropFirst()).map { part, size in
      Receipt.Part(
        name: part.name, version: part.version, format: part.format, digest: part.digest,
        size: size)
    }
    return Receipt(
      tool: installed.tool, version: installed.version, id: installed.id,
      source: specification.source, platform: specification.platform, format: artifact.format,
      digest: artifact.digest, size: sizes.first ?? 0, build: specification.build, parts: parts,
      executables: executables.compactMap { executable in
        ExecutableName(executable.name).map {
          .init(
            name: $0, path: "\(Receipt.contentName)/\(executable.path)",
            isDeclared: specification.declaredNames.contains(executable.name))
        }
      },
      files: files, links: links)
  }
}
