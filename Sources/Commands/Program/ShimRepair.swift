internal import Filesystem
internal import Layout
internal import Selection
internal import Vocabulary

/// Repairs the shims for a command that runs a tool and finds that a shim or route is missing, for
/// example because the install that should have created it failed. Until they exist, the name
/// of the tool runs another program wherever `exec` is not used.
struct ShimRepair {
  let root: Root
  let environment: Environment

  /// Recreates the shims if the selected program lacks its own.
  ///
  /// - Parameters:
  ///   - executable: The name of the program.
  ///   - program: The selected program.
  func repair(_ executable: ExecutableName, of program: SelectedProgram) {
    guard case .installed(_, let pin) = program,
      (try? root.lacksShim(executable, of: pin.tool)) ?? false
    else { return }
    rehash()
  }

  /// Recreates the shims if one of the installations on `PATH` lacks some of its own.
  ///
  /// - Parameters:
  ///   - installations: The installations. More than a view stands for are not examined, because
  ///     their folders are not on `PATH`.
  ///   - finishesWork: Whether to also finish the work of an interrupted command, whichever tools
  ///     it concerns.
  /// - Returns: Whether it tried to recreate the shims.
  func repair(
    _ installations: [PinnedInstallation], finishingWork finishesWork: Bool
  ) -> Bool {
    guard
      finishesWork && hasUnfinishedWork
        || installations.count <= ToolView.folderLimit && !root.hasSealedShims
          && installations.contains(where: { (try? root.lacksShims(of: $0)) ?? false })
    else { return false }
    rehash()
    return true
  }

  /// Recreates the shims. The command goes on either way: a failure is reported, and nothing is
  /// tried where the user may not write or while another process changes the root, since that
  /// process will recreate the shims itself.
  private func rehash() {
    guard isWritable(root.shims), isWritable(root.routes), isUnlocked,
      let rehash = try? Handoff.program()
    else { return }
    var environment = environment
    environment.set("BOOTSTRAP_ROOT", to: root.path.bytes)
    let words = ["bootstrap", "rehash", "--quiet"].map { Array($0.utf8) }
    // Standard output belongs to the command that runs next.
    _ = try? ChildProcess.run(
      rehash, arguments: words, environment: environment, output: .standardError)
  }

  /// Returns whether the user may change a folder, or create it if it is missing.
  private func isWritable(_ folder: RootFolder) -> Bool {
    folder.exists ? folder.path.isWritable : root.path.isWritable
  }

  private var hasUnfinishedWork: Bool { !((try? root.unfinishedWork()) ?? []).isEmpty }

  private var isUnlocked: Bool {
    ((try? FileLock.whileFree(root.stagingLock) { true }) ?? nil) != nil
  }
}
