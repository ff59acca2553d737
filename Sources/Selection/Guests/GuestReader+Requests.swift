internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import SourceKinds
internal import Versions
internal import Vocabulary

// What the files of other version managers ask for, whether it is installed or not.
extension GuestReader {
  /// Returns the first version that such files of a folder state for each tool, in the order of the
  /// files, and the words after it. Versions that are left to the system are left out.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - registries: The definitions, which say what names and versions mean.
  /// - Throws: ``Problem`` if the system fails to read a file.
  func requests(
    in folder: FilePath, _ registries: Registries
  ) throws(Problem) -> [GuestRequest] {
    var requests: [GuestRequest] = []
    // Several tools may share a name, as the lines of Java do.
    var names: Set<String> = []
    for (tool, entry, origin) in try lines(in: folder, registries)
    where !names.contains(entry.tool) && !requests.contains(where: { $0.tool == tool }) {
      let versions = entry.versions(of: tool, registries.guests(of: tool))
      guard let index = versions.firstIndex(where: { $0 != nil }) else { continue }
      let (text, isRequirement): (String, Bool)
      switch versions[index] {
      case .version(let version)?: (text, isRequirement) = (version, false)
      case .requirement(let requirement)?: (text, isRequirement) = (requirement.description, true)
      case .system?, nil: continue
      }
      names.insert(entry.tool)
      requests.append(
        GuestRequest(
          tool: tool, version: text, isRequirement: isRequirement, origin: origin,
          isDefined: registries.entry(of: tool) != nil,
          alternatives: Array(entry.words[(index + 1)...])))
    }
    return requests
  }

  /// Returns the lines of such files of a folder that leave a tool to the system.
  ///
  /// - Throws: ``Problem`` if the system fails to read a file.
  func systemLines(
    in folder: FilePath, _ registries: Registries
  ) throws(Problem) -> [(tool: ToolName, origin: Origin)] {
    try lines(in: folder, registries).compactMap { tool, entry, origin in
      let versions = entry.versions(of: tool, registries.guests(of: tool))
      guard case .system? = versions.lazy.compactMap(\.self).first else { return nil }
      return (tool, origin)
    }
  }

  /// Returns the lines of such files of a folder, each with its tool.
  /// Leaves out files and tools that the user's settings turn off, and files that the user may not
  /// read, or that are not text.
  ///
  /// - Throws: ``Problem`` if the system fails to read a file.
  func lines(
    in folder: FilePath, _ registries: Registries
  ) throws(Problem) -> [(tool: ToolName, entry: IdiomaticText.Entry, origin: Origin)] {
    var lines: [(tool: ToolName, entry: IdiomaticText.Entry, origin: Origin)] = []
    for file in IdiomaticFile.all {
      let path = folder.appending(file.name.description)
      guard let bytes = try bytes(at: path), !path.leadsOutside,
        IdiomaticText.fault(in: bytes) == nil
      else { continue }
      for entry in IdiomaticText.entries(in: bytes, of: file) {
        guard
          let tool = registries.tool(forGuest: entry.tool, versions: entry.words)
            ?? ToolName(entry.tool),
          [tool.text, entry.tool].contains(where: {
            settings.follows(file.name.description, tool: $0)
          }),
          let entry = resolve(entry, of: file, in: folder)
        else { continue }
        lines.append((tool, entry, .file(formatPath(path), line: entry.line)))
      }
    }
    return lines
  }

  /// Returns the bytes of a file, or `nil` if it is missing or passed over.
  private func bytes(at path: FilePath) throws(Problem) -> [UInt8]? {
    do {
      return try read(path)
    } catch {
      guard case .unreadable(let code) = error else { return nil }
      let failure = FileError(.open, path, code: code)
      if failure.isSystemFailure { throw Problem(failure) }
      return nil
    }
  }
}
