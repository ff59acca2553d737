// Measures the solver against its time budgets, prints a table, and exits with status 1 if a budget
// is exceeded. The scenarios require the conformance data and are skipped without it.

import Resolution
import ResolutionScenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Resolves the requirements `runs` times. Returns the shortest CPU time of a run, and the
/// statistics and outcome of the last run.
func measure<Provider: VersionProvider>(
  _ provider: Provider, _ requirements: [Dependency<Provider.World>],
  keeping locked: [Provider.World.Package: Provider.World.Version] = [:], runs: Int = 5
) async throws -> (time: Duration, statistics: SearchStatistics, isSolved: Bool) {
  var times: [Duration] = []
  var last: ResolutionOutcome<Provider.World>?
  for _ in 0..<runs {
    let start = processTime()
    last = try await Resolver(provider: provider, maximumRequestsAtOnce: 1)
      .resolve(requirements, keeping: locked)
    times.append(processTime() - start)
  }
  let time = times.min() ?? .zero
  switch last {
  case .solution(let solution): return (time, solution.statistics, true)
  case .conflict(let report): return (time, report.statistics, false)
  case nil: preconditionFailure("no run")
  }
}

/// Returns the CPU time of the process, which is meaningful even on a busy machine.
func processTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Returns the peak resident memory of the process, in MiB.
func peakMemory() -> Int {
  var usage = rusage()
  // The value of RUSAGE_SELF, a constant whose type differs between platforms.
  unsafe getrusage(0, &usage)
  #if canImport(Darwin)
    return usage.ru_maxrss >> 20
  #else
    return usage.ru_maxrss >> 10
  #endif
}

/// Prints a row of the table and returns whether the time is within the budget.
func row(
  _ name: String, _ time: Duration, _ statistics: SearchStatistics, budget: Duration, note: String
) -> Bool {
  let milliseconds = (Double(time / .microseconds(1)) / 10).rounded() / 100
  let verdict = time <= budget ? "ok" : "OVER"
  print(
    "\(name)\t\(milliseconds) ms\tbudget \(budget / .milliseconds(1)) ms\t\(verdict)\t"
      + "tried \(statistics.versionsTried)\tconflicts \(statistics.conflicts)\t"
      + "packages \(statistics.packages)\t"
      + "incompatibilities \(statistics.incompatibilities)\t\(note)"
  )
  return time <= budget
}

/// The number of measurements that exceeded their budgets.
var overBudget = 0

// If an argument specifies a seed, only the universe of that seed is measured, once, for profiling.
let only = CommandLine.arguments.dropFirst().first.flatMap(UInt64.init)
for seed in only.map({ $0...$0 }) ?? 1...5 {
  let universe = LayeredUniverse(tools: 1000, versions: 50, seed: seed)
  let result = try await measure(universe, universe.requirements, runs: only == nil ? 5 : 1)
  let isWithinBudget = row(
    "1,000 tools x 50 versions, universe \(seed)", result.time, result.statistics,
    budget: .milliseconds(100), note: result.isSolved ? "solved" : "no solution")
  if !isWithinBudget { overBudget += 1 }
}

print("peak memory with all of a universe at hand: \(peakMemory()) MiB")

/// The scenario that took the longest, or `nil` if none was measured.
var worst: (id: String, time: Duration, statistics: SearchStatistics, isSolved: Bool)?
for scenario in only == nil ? try Scenario.load(folder: Scenario.conformanceFolder()) : [] {
  // Parses every release in advance, so that the measurement excludes parsing.
  let shelf = Shelf(
    releases: Dictionary(
      uniqueKeysWithValues: scenario.world.packages.compactMap { name in
        scenario.world.releases(of: name).map { (name, $0) }
      }))
  let result = try await measure(shelf, scenario.requirements, keeping: scenario.kept)
  if worst.map({ result.time > $0.time }) ?? true {
    worst = (scenario.id, result.time, result.statistics, result.isSolved)
  }
}
if only == nil, worst == nil {
  print("worst scenario: not measured, no data in \(Scenario.conformanceFolder())")
}
if let worst {
  let isWithinBudget = row(
    "worst scenario: \(worst.id)", worst.time, worst.statistics, budget: .milliseconds(50),
    note: worst.isSolved ? "solved" : "no solution")
  if !isWithinBudget { overBudget += 1 }
}
if overBudget > 0 { exit(1) }
