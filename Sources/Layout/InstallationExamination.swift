package import Filesystem
package import Vocabulary

/// The installations of all tools, with everything that is wrong with their folders. A single walk
/// finds all of it, because a root may have thousands of tools.
package struct InstallationExamination: Sendable {
  /// The links of versions, which pins without a lock select, that lead nowhere.
  package private(set) var brokenLinks: [Link] = []
  /// The errors of ``Root/checkFolders()`` for the folders of tools and their installations, and
  /// those of links that cannot be followed.
  package private(set) var faults: [FileError] = []
  private var found = InstallationFolders()
  private var failure: FileError?

  /// The link of a version.
  package typealias Link = (tool: ToolName, version: VersionText)

  /// The installations.
  ///
  /// - Throws: ``FileError`` for the first folder that cannot be listed.
  package var folders: InstallationFolders {
    get throws(FileError) {
      if let failure { throw failure }
      return found
    }
  }

  /// Creates an examination that has found nothing.
  ///
  /// - Parameter failure: Why nothing could be examined, or `nil` if there is nothing to examine.
  fileprivate init(failure: FileError? = nil) { self.failure = failure }

  /// Examines the folders of these tools.
  fileprivate static func examine(
    _ tools: ArraySlice<String>, in installs: RootFolder
  ) -> InstallationExamination {
    var examination = InstallationExamination()
    do throws(FileError) {
      try installs.openFolders(tools) { error in
        examination.faults.append(error)
        examination.addFailure(error)
      } _: { folder, name in
        examination.add(folder, name)
      }
    } catch {
      // This is no fault here: the check of `installs` itself reports it.
      examination.addFailure(error)
    }
    return examination
  }

  private mutating func addFailure(_ error: FileError) { failure = failure ?? error }

  /// Adds the results for later tools.
  fileprivate mutating func append(_ others: InstallationExamination) {
    brokenLinks += others.brokenLinks
    faults += others.faults
    found.append(others.found)
    failure = failure ?? others.failure
  }

  /// Examines the folder of the tool with this name.
  private mutating func add(_ folder: borrowing Directory, _ name: String) {
    do throws(FileError) { try folder.checkIsOpen() } catch { faults.append(error) }
    do throws(FileError) {
      let entries = try folder.linksAndOthers(isOnlyListing: true)
      faults += folder.closedFolders(named: entries.others)
      guard let tool = ToolName(name) else { return }
      try found.add(tool, entries, in: folder)
      for link in entries.links.map(\.string) {
        guard let version = VersionText(link) else { continue }
        do throws(FileError) {
          if try !folder.isPresent(link) { brokenLinks.append((tool, version)) }
        } catch {
          faults.append(error)
        }
      }
    } catch {
      addFailure(error)
    }
  }
}

extension Root {
  /// Examines the folders of all tools.
  package func examinedInstallations() -> InstallationExamination {
    let tools: [ToolName]
    do throws(FileError) {
      tools = try installedTools()
    } catch {
      return InstallationExamination(failure: error)
    }
    var examination = InstallationExamination()
    let parts = BlockingThread.resultsOfParts(of: tools.map(\.text)) { [installs] tools in
      InstallationExamination.examine(tools, in: installs)
    }
    for part in parts { examination.append(part) }
    return examination
  }
}

extension Directory {
  /// Returns an error for each of these folders that this user may not list. Every change to the
  /// root lists all installations, to recreate the shims.
  func closedFolders(named names: [FilePath]) -> [FileError] {
    var faults: [FileError] = []
    for name in names {
      do throws(FileError) {
        try checkIsReadable(name.string)
      } catch {
        if error.path.isDirectory { faults.append(error) }
      }
    }
    return faults
  }
}
