internal import Diagnostics
internal import Layout
internal import Terminal
internal import Vocabulary
internal import Workflows

extension InstallWorkflow.Report {
  /// Reports in words what was installed.
  func say(to console: Console, time: Duration) {
    let receipts = installed.sorted { $0.tool < $1.tool }
    let titles = receipts.map { "\($0.tool) \($0.version)" }
    if receipts.isEmpty, madeDefault.isEmpty {
      console.report(.install(.nothingToDo(toolCount: presentCount)))
    } else if receipts.isEmpty {
      for one in madeDefault {
        console.report(.install(.madeDefault(title: "\(one.tool) \(one.version)")))
      }
    } else {
      for title in titles where titles.count > 1 {
        console.report(.install(.installedOne(title: title)))
      }
      console.report(
        .install(
          .installed(
            titles: titles, byteCount: receipts.reduce(0) { $0 + $1.downloadSize }, time: time)))
    }
    // A user who runs the command again has already read this.
    let isChanged =
      !receipts.isEmpty || !madeDefault.isEmpty || !lockChanges.isEmpty
    if !notForPlatform.isEmpty, isChanged || console.verbosity == .verbose {
      console.report(
        .install(.notForPlatform(tools: notForPlatform, platform: .current)))
    }
  }
}
