package import Vocabulary

/// A part of the user's setup that `doctor` examines.
package enum SetupCheck: String, CaseIterable, Sendable {
  /// PATH has the `bootstrap` of the root.
  case program
  /// The shims are on PATH, before other programs of the same names.
  case path
  /// Each executable of each installation has a shim, and there are no other shims.
  case shims
  /// The user may change the root.
  case root
  /// The file system of the root runs programs and has links and locks.
  case fileSystem = "file-system"
  /// The file system of the root has space.
  case space
  /// No command was interrupted.
  case work
  /// The database is intact.
  case store
  /// The clock is not behind the files of the root.
  case clock
  /// Every line of the user's `config` has an effect.
  case config
  /// Whether the machine's policy can be used.
  case policy
  /// The tools of this directory are locked and installed, and its files can be read.
  case folder
  /// The files of other version managers in this directory are followed.
  case pins
  /// The machine has the programs and packages that the Toolfiles describe, and the hooks are done.
  case machine
  /// The user's indexes answer.
  case indexes
}

/// Something that is wrong with the user's setup.
package enum SetupFinding: Hashable, Sendable {
  /// No folder on PATH has a `bootstrap`.
  case programNotOnPath(program: String)
  /// The first `bootstrap` on PATH is not the one of the root.
  case otherProgram(found: String, program: String)
  case shims(ShimFinding)
  /// The shell is in direct mode, but leaves these tools to their shims. This is not a fault.
  case leftToShims([ToolLeftToShims])
  case root(RootFinding)
  /// A line of the user's `config` has an unknown key, an invalid value, or the folder of a project
  /// that no longer exists. `folder` is that folder, or `nil` for the other faults.
  case ineffectiveSetting(key: String, origin: Origin, nearest: [String], folder: String? = nil)
  /// A line of the user's `config` has a value that its key cannot have, so another one is used.
  case correctedSetting(String, origin: Origin, inForce: String)
  /// A line of the user's `config` has no effect because of this line of the machine's policy.
  case overruledSetting(String, origin: Origin, by: PolicyLine)
  /// The number of rules in the machine's policy and the paths of its files. For information only.
  case policy(paths: [String], ruleCount: Int)
  /// A file of another version manager is not followed. This is no fault of the setup, but the
  /// user may wonder why the file has no effect. `isDefined` is whether a registry defines the
  /// tool.
  case passedOver(PassedOverPin, isDefined: Bool)
  /// The system cannot provide something. This is no fault of the setup either.
  case unavailable([SetupRemainder])
  /// A problem that prevents a check, so its result is unknown.
  case unexamined(Problem)
  /// A failure that other commands would report, too.
  case failure(Problem)

  /// Whether this is a fault. Other findings are for information only.
  package var isFault: Bool {
    switch self {
    case .leftToShims, .overruledSetting, .policy, .passedOver, .unavailable, .unexamined: false
    default: true
    }
  }
}

/// Something that is wrong with the shims.
package enum ShimFinding: Hashable, Sendable {
  /// PATH does not have the folder of the shims. `startup` is the line of a startup file that adds
  /// it in new shells, or `nil` if there is none.
  case notOnPath(shims: String, startup: Origin?)
  /// Programs in a folder that comes before the shims on PATH run instead of these shims. `owner`
  /// is the version manager that the folder belongs to, or `nil` if it is none that is known.
  case hidden(executables: [String], folder: String, owner: String?, shims: String)
  /// The program of an installation that comes before the shims on PATH is not the selected one.
  case otherVersion(executable: String, found: String, selected: String)
  /// These executables have no shim.
  case missing([String])
  /// What these shims know of the tools and their definitions is out of date.
  case outdated([String])
  /// These shims belong to no installation.
  case dangling([String])
  /// These executables have no shim, because a file of the user has the name.
  case occupied([String], folder: String)
  /// These files in the folder of the shims are no shims, but run as if they were.
  case foreign([String], folder: String)
  /// The program that every shim is a link to is missing.
  case noProgram(path: String)
  /// The shim program, which every shim links to, is not executable.
  case noPermission(path: String)
  /// Something other than a folder is in the place of the shims.
  case blocked(path: String)
}

/// Something that is wrong with the root.
package enum RootFinding: Hashable, Sendable {
  /// The folder does not exist.
  case missing(path: String)
  /// Nobody may change the root, because its file system is read-only.
  case readOnly(path: String)
  /// Other users can modify these parts of the root, and thus the programs that run.
  case writableByOthers(paths: [String], root: String)
  /// The file system lacks a feature that the root needs.
  case unsuitableFileSystem(path: String, lacks: FileSystemNeed, reason: String)
  /// The file system has little space or few files left.
  case scarceSpace(path: String, byteCount: Int, fileCount: Int)
  /// The programs of bootstrap are not of one release.
  case mixedPrograms(path: String)
  /// The main program in `folder` has the version `main`, but the running `bootstrap-change` has
  /// the version `change`.
  case differentPrograms(folder: String, main: String, change: String)
  /// An earlier command did not finish its work.
  case unfinishedWork
  /// These parts of the database are damaged.
  case damagedStore(path: String, details: [String])
  /// Versions are installed, but the database is missing.
  case missingStore(path: String)
  /// The database lists these versions, but their folders are missing.
  case goneVersions([String])
  /// The links of these versions, as arguments of `install`, lead to no installation.
  case brokenVersions([String], folder: String)
  /// A file in the root was modified in the future. Times are in ISO 8601 format.
  case clockBehind(now: String, file: String, modified: String)
}

/// What the root needs of its file system.
package enum FileSystemNeed: String, Hashable, Sendable {
  /// Running programs, which the mount option `noexec` forbids.
  case execution
  case symbolicLinks = "symbolic-links"
  case locks
}
