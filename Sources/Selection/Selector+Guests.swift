package import Diagnostics
package import Filesystem
internal import Layout
internal import Manifests
internal import Projects
internal import SourceKinds
package import Vocabulary

extension Selector {
  /// Returns what the nearest files of other version managers ask for that no lock and no
  /// `.tool-version` in their folder, or nearer, names.
  ///
  /// - Returns: The folder of the files and the requests, or `nil` if there are none.
  package func guestRequests() throws(Problem) -> (folder: FilePath, requests: [GuestRequest])? {
    let registries = Registries.trusted(in: root)
    let guests = guestReader()
    var own: Set<ToolName> = []
    for link in try pinChain().directories {
      own.formUnion(link.ownTools)
      let requests = try guests.requests(in: link.folder, registries)
        .filter { !own.contains($0.tool) }
      if !requests.isEmpty { return (link.folder, requests) }
    }
    return nil
  }

  /// Returns the links of the directories from this one up to `folder`, or only of this one if
  /// `folder` is `nil`.
  private func links(upTo folder: FilePath?) throws(Problem) -> ArraySlice<PinChain.Link> {
    let links = try pinChain().directories
    return links.prefix((links.firstIndex { $0.folder == folder } ?? 0) + 1)
  }

  /// Returns the lines of other version managers' files that leave a tool to the system, unless a
  /// lock or `.tool-version` names the tool.
  ///
  /// - Parameter folder: The folder of the files, this one or one above, or `nil` for this one.
  package func guestSystemLines(
    in folder: FilePath? = nil
  ) throws(Problem) -> [(tool: ToolName, origin: Origin)] {
    let links = try links(upTo: folder)
    guard let link = links.last else { return [] }
    let own = Set(links.flatMap(\.ownTools))
    return try guestReader().systemLines(in: link.folder, Registries.trusted(in: root))
      .filter { !own.contains($0.tool) }
  }

  /// A line of another version manager's file that does not count.
  package struct OverruledLine: Sendable {
    package let tool: ToolName
    package let origin: Origin
    /// The versions that the line asks for, or their first numbers, the preferred one first.
    package let versions: [String]
    /// The origin of the pin that counts instead, or `nil` if the tool is not locked.
    package let pin: Origin?

    fileprivate init(
      _ tool: ToolName, _ entry: IdiomaticText.Entry, _ registries: Registries, at origin: Origin,
      by pin: Origin?
    ) {
      self.tool = tool
      self.origin = origin
      self.pin = pin
      versions = entry.versions(of: tool, registries.guests(of: tool)).compactMap { version in
        if case .version(let text) = version { text } else { nil }
      }
    }
  }

  /// Returns the lines of other version managers' files about tools that a Toolfile, a lock, or
  /// `.tool-version` there or nearer names.
  ///
  /// - Parameter folder: The folder of the files, this one or one above, or `nil` for this one.
  package func overruledGuestLines(
    in folder: FilePath? = nil
  ) throws(Problem) -> [OverruledLine] {
    let links = try links(upTo: folder)
    guard let link = links.last else { return [] }
    let pins = links.flatMap(\.pins).filter { $0.place != .idiomaticFile }
    let registries = Registries.trusted(in: root)
    return try guestReader().lines(in: link.folder, registries).compactMap { tool, entry, origin in
      let pin = pins.first { $0.tool == tool }
      guard pin != nil || links.contains(where: { $0.ownTools.contains(tool) }) else { return nil }
      return OverruledLine(tool, entry, registries, at: origin, by: pin?.origin)
    }
  }

  /// Returns the lines of other version managers' files about tools that other lines of these files
  /// request.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - requests: The requests of the lines that count.
  package func repeatedGuestLines(
    in folder: FilePath, besides requests: [GuestRequest]
  ) throws(Problem) -> [OverruledLine] {
    let origins = Dictionary(requests.map { ($0.tool, $0.origin) }) { first, _ in first }
    let registries = Registries.trusted(in: root)
    return try guestReader().lines(in: folder, registries).compactMap { tool, entry, origin in
      guard let first = origins[tool], first != origin else { return nil }
      return OverruledLine(tool, entry, registries, at: origin, by: first)
    }
  }

  /// Returns the lines of other version managers' files that ask for nothing that bootstrap could
  /// install, and whole such files, each with the reason.
  ///
  /// - Parameter folder: The last directory to look at, from this one up. If it is `nil`, the
  ///   nearest directory with such a line is the last.
  package func silentGuests(upTo folder: FilePath? = nil) throws(Problem) -> [PassedOverPin] {
    var found: [PassedOverPin] = []
    for link in try pinChain().directories {
      found += link.passedOver.filter { pin in
        if case .notInstalled = pin.reason { false } else { true }
      }
      if folder.map({ $0 == link.folder }) ?? !found.isEmpty { break }
    }
    return found
  }

  /// Returns the lines and files of other version managers that were passed over for one of
  /// `tools`, or possibly for one of them, nearest first.
  package func passedOver(_ tools: [ToolName], in chain: PinChain) -> [PassedOverPin] {
    chain.passedOver(tools + tools.flatMap(guestNames))
  }

  /// Returns what the files of other version managers call a tool. A line about a tool that is not
  /// installed only has that name.
  func guestNames(of tool: ToolName) -> [ToolName] {
    Registries.trusted(in: root).guests(of: tool).compactMap(\.name)
  }

  private func guestReader() -> GuestReader {
    GuestReader(
      root: root, environment.isContinuousIntegration ? .read : .ignored, files,
      formatPath: formatPath)
  }

  /// Returns the installed version that answers a request of another version manager's file, or
  /// `nil` if none does.
  package func answer(to request: GuestRequest) -> VersionText? {
    root.version(answering: request)
  }

  /// Returns the pin that the line of a request sets: that of its first word that an installed
  /// version answers. Returns `nil` if there is none.
  package func pin(answering request: GuestRequest) throws(Problem) -> PinnedVersion? {
    try pinChain().directories.flatMap(\.pins).first { pin in
      pin.place == .idiomaticFile && pin.tool == request.tool && pin.origin == request.origin
    }?.version
  }

  /// Returns the problem that no file requires a tool here.
  ///
  /// - Parameter followsGuests: Whether the user asks for what the files of other version managers
  ///   pin.
  package func noManifest(followsGuests: Bool = false) -> Problem {
    let guests = ((try? guestRequests()) ?? nil)?.requests ?? []
    var passedOver: [PassedOverPin] = []
    if guests.isEmpty || followsGuests {
      passedOver = (try? silentGuests()) ?? []
      passedOver += ((try? guestSystemLines()) ?? []).map { tool, origin in
        PassedOverPin(tool: tool, origin: origin, .system)
      }
    }
    let registries = Registries.trusted(in: root)
    let installable = passedOver.first { pin in
      guard pin.isUnreadable, let tool = pin.tool else { return false }
      return registries.entry(of: tool) != nil
    }?.tool
    if followsGuests, !guests.isEmpty || !passedOver.isEmpty {
      return .project(
        .file(.nothingToFollow(guests: guests, passedOver: passedOver, installable: installable)))
    }
    return .project(
      .file(
        .noManifest(
          directory: directory.string, guests: guests, passedOver: passedOver,
          installable: installable)))
  }
}

extension PinChain.Link {
  /// The tools that the files of bootstrap in the folder name.
  fileprivate var ownTools: [ToolName] {
    pins.filter { $0.place != .idiomaticFile }.map(\.tool) + unavailable.map(\.tool)
  }
}
