internal import Diagnostics

extension Notice {
  /// How to print a notice.
  enum Form {
    /// A line, unless `--quiet` was given.
    case note(String)
    /// A line that only `--verbose` prints.
    case trace(String)
    /// A table with aligned columns. Not printed with `--quiet`.
    case table([[String]])
    /// Warnings, unless `--quiet` was given.
    case warning([Message])
  }

  /// How to print the notice.
  var form: Form {
    switch self {
    case .edit(let notice): notice.form
    case .lock(let notice): notice.form
    case .update(let notice): notice.form
    case .publisher(let notice): notice.form
    case .registry(let notice): notice.form
    case .install(let notice): notice.form
    case .verification(let notice): notice.form
    case .pin(let notice): notice.form
    case .selection(let notice): notice.form
    case .shim(let notice): notice.form
    case .shell(let notice): notice.form
    case .setup(let notice): notice.form
    case .program(let notice): notice.form
    case .trust(let notice): notice.form
    case .progress(let notice): notice.form
    case .prune(let notice): notice.form
    case .disk(let notice): notice.form
    }
  }
}
