internal import CPosix
package import Filesystem
internal import LibC

/// The launcher of steps: this program itself, started with arguments that no user types.
///
/// Only a process with a single thread can enter the sandbox, so each step has a launcher. The
/// launcher waits for the step and then ends everything that the step has left running (sandbox.h).
package enum StepLauncher {
  /// The first argument of a launcher.
  private static let option = "--start-step"

  /// Returns the arguments of a launcher, the program first:
  ///
  /// ```
  /// --start-step <process id> <readable count> <step> <folder> <readable>… <writable>…
  /// ```
  static func arguments(
    _ launcher: FilePath, readable: [FilePath], writable: [FilePath], in folder: FilePath,
    _ step: String
  ) -> [[UInt8]] {
    [Array(launcher.bytes)]
      + [option, "\(getpid())", "\(readable.count)", step].map { Array($0.utf8) }
      + ([folder] + readable + writable).map { Array($0.bytes) }
  }

  /// If the arguments are those of a launcher, runs the step and ends the process as the step ends.
  /// Otherwise, does nothing. Call this before the process has a second thread.
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of the process, the program's name first.
  ///   - environment: The environment of the step.
  package static func runIfAsked(_ commandLine: [[UInt8]], _ environment: Environment) {
    let pathsIndex = 6
    guard commandLine.count >= pathsIndex, commandLine[1].elementsEqual(option.utf8),
      let parent = Int32(String(decoding: commandLine[2], as: UTF8.self)),
      let count = Int(String(decoding: commandLine[3], as: UTF8.self)),
      0...(commandLine.count - pathsIndex) ~= count
    else { return }
    unsafe withCStrings(commandLine) { words in
      unsafe withCStrings(environment.entries) { variables in
        unsafe words.withMemoryRebound(
          to: UnsafePointer<CChar>?.self, capacity: commandLine.count
        ) { words in
          var step = unsafe bootstrap_step()
          unsafe step.command = words[4]
          unsafe step.folder = words[5]
          unsafe step.environment = UnsafePointer(variables)
          unsafe step.readable = UnsafePointer(words + pathsIndex)
          unsafe step.readable_count = count
          unsafe step.writable = UnsafePointer(words + pathsIndex + count)
          unsafe step.writable_count = commandLine.count - pathsIndex - count
          unsafe step.parent = parent
          unsafe step.report = StartedProcess.reportNumber
          unsafe bootstrap_run_step(&step)
        }
      }
    }
  }
}
