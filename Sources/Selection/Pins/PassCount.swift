internal import CShim

/// The system programs in a row that shims have run, to detect a loop: a program on `PATH` that
/// calls, by its name, the shim that has run this program.
///
/// Programs that call each other through shims are no loop, however deep they are nested: a
/// thousand shells in one another are a thousand processes, each of which ends. A loop is endless
/// in one of two ways:
///
/// - It stays in one process, because execve(2) keeps the process id. The shims of other version
///   managers do this.
/// - Each round starts a process, in a script that calls its own name.
///
/// So a pass counts if it happens in the process of the last one, or if it runs a script. The
/// numbers are in an environment variable. A shim that runs an installed tool leaves it unchanged.
package struct PassCount {
  /// The environment variable that contains the numbers.
  package static let variable: StaticString = "BOOTSTRAP_SHIM_PASSES"

  /// The maximum number of passes in one process. It is high because some shells replace
  /// themselves with the last command, so nested shells may be a single process.
  private static let maximumInProcess = 2000
  /// The maximum number of scripts.
  private static let maximumOfScripts = 200

  /// The process of the last pass.
  private var process = 0
  /// The number of passes in that process.
  private var passes = 0
  /// The number of scripts that this process and its ancestors have run.
  private var scripts = 0

  /// Reads the value of the variable, such as `4711-3-1`. A missing number is 0.
  ///
  /// - Parameter value: The value, or `nil` if the variable is unset.
  package init(_ value: (some Collection<UInt8>)?) {
    var numbers = value.map { $0.split(separator: UInt8(ascii: "-")) }?.makeIterator()
    process = Self.number(numbers?.next())
    passes = Self.number(numbers?.next())
    scripts = Self.number(numbers?.next())
  }

  /// Returns the decimal number in `digits`. A large one, which no shim writes, is cut off.
  private static func number(_ digits: (some Sequence<UInt8>)?) -> Int {
    digits?.reduce(0) { number, digit in min(number * 10 + Int(digit & 15), 1 << 40) } ?? 0
  }

  /// Returns the count for running the system program at `program` in this process, or `nil` if
  /// programs and shims call each other in a loop.
  package func adding(_ program: PathText) -> PassCount? {
    var next = self
    next.process = Int(shim_process())
    next.passes = next.process == process ? passes + 1 : 1
    // Usually this is the first pass, and the program need not be read.
    if process != 0, Self.isScript(program) { next.scripts += 1 }
    return next.passes > Self.maximumInProcess || next.scripts > Self.maximumOfScripts ? nil : next
  }

  /// Returns whether the file at `path` begins with `#!`, or does not exist.
  private static func isScript(_ path: PathText) -> Bool {
    let descriptor = unsafe path.withCString { unsafe shim_open(path.directory, $0, true) }
    guard descriptor >= 0 else { return true }
    defer { shim_close(descriptor) }
    var start: (UInt8, UInt8) = (0, 0)
    let count = unsafe withUnsafeMutableBytes(of: &start) {
      unsafe shim_read(descriptor, $0.baseAddress, 2)
    }
    return count == 2 && start == (UInt8(ascii: "#"), UInt8(ascii: "!"))
  }

  /// Appends the value of the variable to `text`.
  package func append(to text: PathText) {
    text.append(number: process)
    text.append("-")
    text.append(number: passes)
    text.append("-")
    text.append(number: scripts)
  }
}
