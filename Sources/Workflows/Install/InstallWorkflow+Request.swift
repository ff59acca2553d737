package import Diagnostics
package import Filesystem
package import Locking
internal import Manifests
package import Projects
package import Selection
package import Vocabulary

extension InstallWorkflow {
  /// The tools to install, and the folder to install them for.
  package struct Request: Sendable {
    /// The name of the command, for the history and for processes that wait for this one.
    package var command = "install"
    /// The project whose lock applies, or `nil` if there is none.
    package var project: Project?
    /// Whether to write the project's lock first, because it is missing or stale.
    package var needsLock = false
    /// The edit of the project to write once everything is installed, or `nil` for none.
    package var edit: ProjectEdit?
    /// The pins of the folder to install for, or `nil` to install only ``pins``.
    package var chain: PinChain?
    /// Finds the folder's installed tools that need the user's consent, or `nil` to leave these
    /// tools out.
    package var selector: Selector?
    /// The pins that determine which Ruby runs the gems of ``pins``, or `nil` to use ``chain``.
    package var surroundings: PinChain?
    /// The versions requested on the command line.
    package var pins: [PinRequest] = []
    /// The versions that files of other version managers request.
    package var guests: [PinRequest] = []
    /// The folder of these files, which is recorded as a user of the versions, or `nil`.
    package var guestFolder: FilePath?
    /// The groups that the command chooses.
    package var groups: GroupChoice = []
    /// The tools whose publisher in a new lock may differ from that in the previous one.
    package var acceptedPublishers: Set<ToolName> = []
    /// Whether to reinstall existing installations from verified downloads.
    package var isForced = false
    /// Whether nothing may be built from source.
    package var isPrebuilt = false

    /// Creates a request that installs nothing.
    package init() {}
  }

  /// Returns the request to install all pins of a folder and the tools in its project's lock. If
  /// the lock is missing or stale and `policy` permits, the install writes the lock first.
  ///
  /// - Parameters:
  ///   - selector: Reads the files of the folder.
  ///   - policy: Whether the install may write the lock.
  ///   - groups: The groups that the command chooses.
  ///   - followsGuests: Whether to install what the nearest files of other version managers ask for
  ///     and a registry defines, too.
  /// - Throws: ``FileProblem/noManifest(directory:guests:passedOver:installable:)`` or
  ///   ``FileProblem/nothingToFollow(guests:passedOver:installable:)`` if no file requires a
  ///   tool,
  ///   ``StatementProblem/unknownGroup(_:known:)`` if the Toolfile lacks one of `groups`, the
  ///   problems that ``LockPolicy/currentLock(of:)`` throws, or the problems of the files.
  package func request(
    for selector: Selector, _ policy: LockPolicy, with groups: GroupChoice,
    followsGuests: Bool = false
  ) throws(Problem) -> Request {
    var request = Request()
    request.groups = groups
    let chain = try selector.pinChain(reading: .pinFiles)
    request.chain = chain
    request.selector = selector
    let passedOver = followsGuests ? try request.addGuests(of: selector) : []
    guard let folder = try Project.folder(above: selector.directory, selector.environment) else {
      if request.guests.isEmpty, try FolderTools(nil, chain, for: .current).isEmpty {
        throw selector.noManifest(followsGuests: followsGuests)
      }
      if !passedOver.isEmpty { observe(.notice(.selection(.passedOver(passedOver)))) }
      return request
    }
    if !passedOver.isEmpty { observe(.notice(.selection(.passedOver(passedOver)))) }
    let project = try locking.project(in: folder, selector.files, formatPath: selector.formatPath)
    let known = project.toolfile.groups.map(\.name)
    if let unknown = groups.names.subtracting((known + [.default]).map(\.text)).min() {
      throw .project(.statement(.unknownGroup(unknown, known: known)))
    }
    // A frozen lock cannot be changed to one that the machine's policy permits.
    if policy == .frozen, let lock = project.lock {
      try checkPolicy(permits: lock, of: project, with: groups)
    }
    request.needsLock = try policy.currentLock(of: project) == nil
    request.project = project
    return request
  }
}
