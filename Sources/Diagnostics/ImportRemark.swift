package import Vocabulary

/// A statement of another tool's manifest that a Toolfile does not take over, or not as a whole.
package struct ImportRemark: Hashable, Sendable {
  /// A reason a statement, or a part of it, is left out.
  package enum Reason: Hashable, Sendable {
    /// No registry defines a tool of this name.
    case undefined(String)
    /// The package with this name is not a tool, so it stays with its package manager.
    case kept(String, by: PackageKeeper)
    /// The line at this location puts something else in the place of the tool's module.
    case replaced(Origin)
    /// The tool has this plugin, which only Bundler loads.
    case plugin(String)
    /// The tool may have plugins, but this file, which could name them, is not read.
    case unknownPlugins(file: String)
    /// The program is part of this tool.
    case included(in: ToolName)
    /// The program belongs to the system. A Toolfile can only require it, with these clauses of a
    /// requirement.
    case systemProgram(ToolName, [String])
    /// The definition of the tool offers no version that the statement admits. `oldest` is the
    /// oldest version that it offers.
    case tooOld(ToolName, oldest: String)
    /// The definition of the tool offers only versions before `until`, none of which the statement
    /// admits. `because` is the reason in the definition, or `nil` if it states none.
    case tooNew(ToolName, until: String, because: String?)
    /// The tool has a definition for each of these major versions, none of which is the requested
    /// one.
    case otherLine(String, available: [Int])
    /// The text is no version of the tool. It may name another program, or a moving tag.
    case notAVersion(String, of: ToolName)
    /// The text is an alias of a version, such as `lts/*`, whose meaning changes. `example` is a
    /// version of the tool, or `nil` if none is known.
    case alias(String, of: ToolName, example: String?)
    /// The text is not a version of the tool, but may name another implementation, such as
    /// `jruby-9.4`.
    case otherImplementation(String, available: ToolName)
    /// The text is not a valid name. It may contain a secret, so it is not shown.
    case notAName
    /// The tool is available for these platforms, none of which is one of the project's.
    case otherPlatforms(ToolName, [Platform])
    /// The statement limits the tool to these systems, none of which is one of the project's
    /// platforms.
    case otherSystems([String])
    /// No version satisfies the requirement, because its parts contradict each other.
    case unsatisfiable(String)
    /// The version has two numbers, so it can name one release or all versions that begin with it.
    /// `isExact` is true if it was read as one release.
    case twoNumbers(String, isExact: Bool)
    /// A Toolfile has no equivalent for the statement, which starts with this word.
    case noCounterpart(String)
    /// The statement is in a block that depends on this condition, which is not evaluated.
    case condition(String)
    /// The requirement cannot be stated in a Toolfile.
    case requirement(String)
    /// A pin must be an exact version, and no installed version answers this one.
    case notExact(String)
    /// The version is one of this package, which numbers its releases differently from the tool
    /// that it contains.
    case renumbered(String, ToolName)
    /// The statement leaves this tool to the system.
    case system(String)
    /// The file names several versions. Only this one, the first that can be taken, is imported.
    case severalVersions(taken: String)
    /// The tools of this group are taken, but not that the group is optional.
    case optionalGroup(String)
    /// The tool is taken only for these platforms, because it does not exist for the others.
    case limited(to: [Platform])
    /// The requirement consists of alternatives. Only this one, the newest that is available, is
    /// taken.
    case alternatives(taken: String)
    /// The tool is taken under this name, because the name of its repository belongs to another
    /// tool or says too little.
    case renamed(ToolName)
    /// The line names several versions. A `.tool-version` file takes only this one.
    case otherVersions(taken: String)
    /// The tools of the group are taken, but not into groups of these names, which are invalid.
    case groupNames([String])
    /// The registry was not searched, because it is on a server and not kept on this machine.
    case registryNotKept
    /// The registry cannot be read, so its tools are unknown.
    case registryUnreadable(Problem)
    /// The tool is taken, but not these options.
    case options([String])
    /// The Toolfile declares the tool at this location already.
    case declared(ToolName, Origin)
    /// Another statement, at this location, names the same tool.
    case repeated(ToolName, Origin)
    /// A statement at this location names the same tool with a more specific version.
    case refined(ToolName, Origin)
    /// A statement at this location names other versions of the same tool, which are taken.
    case contradicted(ToolName, version: String, Origin)
    /// The Toolfile declares other versions of the tool at this location.
    case declaredOtherwise(ToolName, version: String, Origin)
    /// A statement at this location names a more specific version of the same tool, which is not
    /// available.
    case unavailable(ToolName, Origin)
    /// No file matches the path that the statement includes.
    case missingInclude(String)
    /// The statement includes the file at this path, whose name is not one that may be included.
    case includedName(String)
    /// The statement includes the file at this path, in which nothing is understood.
    case includedContents(String)
    /// The statement includes a file that exceeds a limit: at most `fileCount` files may be
    /// included, nested at most `depth` levels deep.
    case tooManyIncludes(fileCount: Int, depth: Int)
    /// The statement has a form that is not known.
    case notUnderstood
    /// The line or file decides nothing, for this reason.
    case passedOver(PassedOverPin.Reason)
    /// The file cannot be read.
    case unreadable(Problem)
    /// The file is only read on request.
    case onRequest
    /// The file is a link out of the repository, so its text could be a secret, or a link to
    /// nothing.
    case linkOutside
    /// The folder is such a link, so the files in it are unknown.
    case linkedFolder

    /// A stable name for programs: `no-definition`.
    package var code: String {
      switch self {
      case .undefined: "no-definition"
      case .kept(_, let keeper): keeper.code
      case .replaced: "replaced"
      case .plugin, .unknownPlugins: "plugin"
      case .included: "included"
      case .systemProgram: "system-program"
      case .tooOld: "too-old"
      case .tooNew: "too-new"
      case .otherLine: "not-available"
      case .notAVersion: "not-a-version"
      case .alias: "alias"
      case .otherImplementation: "other-implementation"
      case .notAName: "not-a-name"
      case .otherPlatforms, .otherSystems: "other-platforms"
      case .unsatisfiable: "no-version"
      case .twoNumbers: "two-numbers"
      case .noCounterpart: "no-counterpart"
      case .condition: "condition"
      case .requirement: "requirement"
      case .notExact: "not-exact"
      case .renumbered: "renumbered"
      case .system: "system"
      case .severalVersions, .otherVersions: "several-versions"
      case .alternatives: "alternatives"
      case .renamed: "renamed"
      case .limited: "limited"
      case .optionalGroup: "optional-group"
      case .groupNames: "group-names"
      case .registryNotKept: "registry-not-kept"
      case .registryUnreadable: "registry-unreadable"
      case .options: "options"
      case .declared: "declared"
      case .repeated, .refined: "repeated"
      case .contradicted, .declaredOtherwise: "contradicted"
      case .unavailable: "unavailable"
      case .missingInclude: "missing-file"
      case .includedName: "file-name"
      case .includedContents: "file-contents"
      case .tooManyIncludes: "too-many-files"
      case .notUnderstood, .passedOver: "not-understood"
      case .unreadable: "unreadable"
      case .onRequest: "on-request"
      case .linkOutside: "link-outside"
      case .linkedFolder: "link"
      }
    }
  }

  /// The statement as written, or the name of the file if it cannot be read.
  package let text: String
  package let origin: Origin
  package let reason: Reason

  /// Creates a remark about the statement `text`.
  package init(_ text: String, at origin: Origin, _ reason: Reason) {
    self.text = text
    self.origin = origin
    self.reason = reason
  }
}
