// Measures how the time to read a file grows with its size, for every parser of files that come
// with a repository and for texts of many shapes. Prints a table, and exits with status 1 if a time
// grows much faster than the size: whoever writes a repository decides the size, and a shell reads
// some of these files at every prompt.
//
//     bench-parsers [PARSER]

import Diagnostics
import Manifests

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The largest acceptable time for four times the size, as a multiple of the time for the size.
/// Linear time is 4, and n · log n about 5.
let budget = 8.0
/// A time below this says nothing about growth.
let shortest = Duration.milliseconds(2)
/// The number of repetitions in the smallest text.
let count = 4000

let only = CommandLine.arguments.dropFirst().first
var failureCount = 0
print("parser         shape                   bytes   ms at n      2n      4n   growth")
for parser in Parser.all where only == nil || parser.name == only {
  for shape in parser.shapes {
    let times = [1, 2, 4].map { factor in
      let text = Array(shape.text(count * factor).utf8)
      return (1...3).map { _ in ContinuousClock().measure { parser.read(text) } }.min() ?? .zero
    }
    let growth = times[2] / max(times[0], .microseconds(1))
    let isSlow = times[2] > shortest && growth > budget
    if isSlow { failureCount += 1 }
    let size = shape.text(count).utf8.count
    print(
      parser.name.padded(to: 14), shape.name.padded(to: 18),
      "\(size)".padded(to: -10), times.map { "\($0.milliseconds)".padded(to: -8) }.joined(),
      "\((growth * 10).rounded() / 10)".padded(to: -8), isSlow ? "over budget" : "")
  }
}
exit(failureCount == 0 ? 0 : 1)

extension String {
  /// Returns the text with spaces after it, or before it if the width is negative.
  func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}

extension Duration {
  /// The duration in milliseconds, with two decimals.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return ((Double(seconds) * 1e3 + Double(attoseconds) / 1e15) * 100).rounded() / 100
  }
}
