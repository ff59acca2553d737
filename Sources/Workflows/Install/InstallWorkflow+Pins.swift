package import Diagnostics
internal import Filesystem
internal import Inventory
internal import Layout
package import Selection
internal import ToolSources
internal import Vocabulary

extension InstallWorkflow {
  /// Lets pins without a lock select a version that is installed only for locks, if its source says
  /// that these are its bytes. Fetches nothing else.
  ///
  /// - Parameters:
  ///   - pin: The version.
  ///   - surroundings: See ``Request/surroundings``.
  /// - Returns: Whether pins can select the version now.
  /// - Throws: The problems of the source.
  package func makeDefault(
    _ pin: PinRequest, among surroundings: PinChain?
  ) async throws(Problem) -> Bool {
    let change = RootChange(
      root: root, environment: sources.access.environment,
      inventorySource: inventorySource, observe: observe)
    let resolution = PinResolution(
      root: root, sources: sources, locking: locking, surroundings: surroundings, observe: observe)
    let resolved = try await resolution.resolve([pin], isForced: false)
    guard resolved.allSatisfy({ root.folder(of: $0.installed).exists }) else { return false }
    try await change.run("install") { _, _ throws(Problem) in
      _ = try resolution.setDefaults(resolved)
    }
    return true
  }

  /// Returns the folders that use what was installed, with the folder of the files of other version
  /// managers.
  func users(
    of tools: FolderTools?, _ pins: [ResolvedPin], _ request: Request
  ) -> [FolderUses] {
    let users = tools?.users ?? []
    guard let folder = request.guestFolder else { return users }
    let asked = Set(request.guests.map(\.tool))
    let uses = pins.filter { asked.contains($0.installed.tool) }.map {
      VersionUse(tool: $0.installed.tool, version: $0.version, id: nil)
    }
    let own = users.first { $0.folder == folder }?.uses ?? []
    return users.filter { $0.folder != folder } + [FolderUses(folder: folder, uses: own + uses)]
  }
}

extension InstallWorkflow.Request {
  /// Adds what the nearest files of other version managers ask for and a registry defines. Returns
  /// the lines of these files that ask for nothing that can be installed.
  mutating func addGuests(of selector: Selector) throws(Problem) -> [PassedOverPin] {
    guard let found = try selector.guestRequests() else { return try selector.silentGuests() }
    guests = found.requests.filter(\.isDefined).map { guest in
      PinRequest(answering: guest, installed: selector.answer(to: guest))
    }
    guestFolder = found.folder
    let undefined = found.requests.filter { !$0.isDefined }.map { request in
      PassedOverPin(tool: request.tool, origin: request.origin, .undefined(request.tool))
    }
    return try selector.silentGuests(upTo: found.folder) + undefined
  }
}
