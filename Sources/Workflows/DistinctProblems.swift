internal import Diagnostics

extension [SourceProblem] {
  /// The problems without repetitions. A wrong `source` statement and a wrong index are a problem
  /// of every tool that they apply to, but are reported once, for the first tool.
  var withoutDuplicates: [SourceProblem] {
    var seen: Set<SourceProblem> = []
    return filter { problem in
      seen.insert(problem.fault.isOfSource ? problem.withoutTool : problem).inserted
    }
  }
}

extension SourceProblem {
  /// The problem without the tool that it was found for.
  fileprivate var withoutTool: SourceProblem { SourceProblem(source: source, fault: fault) }
}

extension SourceProblem.Fault {
  /// Whether the fault has the same cause for all tools for which it is equal: it names a file.
  fileprivate var isOfSource: Bool {
    switch self {
    case .noFile, .foreignFile, .irregularFile: true
    case .own(let fault): fault.isOfSource
    default: false
    }
  }
}
