package import Diagnostics
internal import TextSearch
internal import Vocabulary

extension ImportReport {
  /// What is left out and why, as lines: for each kind of reason, a heading that says what to do
  /// instead, and the entries below it. Empty if nothing is left out.
  package var lines: [String] {
    groups.flatMap { $0.lines(ofParts: false) } + noteGroups.flatMap { $0.lines(ofParts: true) }
  }

  /// The account of all entries: `58 entries: 19 tools, 39 left out`.
  package var account: String {
    "\(entryCount) \(entryCount == 1 ? "entry" : "entries"): "
      + "\(QuantityFormat.count(toolCount, "tool")), \(leftOut.count) left out"
  }
}

extension ImportReport.Group {
  /// What all reasons of the kind have in common, and what helps.
  package var heading: String { reason.heading }

  /// The heading, and a line for each remark. Packages that stay with their package manager share
  /// the lines of their file.
  fileprivate func lines(ofParts isParts: Bool) -> [String] {
    let heading = (isParts ? "taken in part: " : "left out: ") + reason.heading
    guard case .kept = reason else {
      return [heading] + remarks.map { "  \($0.line)" }
    }
    return [heading] + KeptPackages.all(in: remarks).flatMap(\.lines)
  }
}

extension ImportRemark {
  /// The location and the entry, without the reason.
  fileprivate var place: String { visible("\(origin.withoutColumn): \(literal(text))") }

  /// The location and the entry, with what the heading of its kind does not say about it.
  fileprivate var line: String {
    switch reason {
    case .undefined, .notUnderstood, .requirement: place
    case .systemProgram(let name, let requirement):
      "\(place): \(ImportRemark.Reason.systemAdvice(name, requirement))"
    case .noCounterpart(let word): text.contains(word) ? place : "\(place): \(literal(word))"
    default: sentence
    }
  }
}

extension ImportRemark.Reason {
  /// What all reasons of the kind have in common, and what helps.
  fileprivate var heading: String {
    switch self {
    case .undefined:
      "no registry defines the name; if its releases are on GitHub, write "
        + "`tool \"NAME\", github: \"OWNER/REPOSITORY\"`"
    case .kept(_, let keeper): keeper.advice
    case .replaced: "replaced by another module; \(PackageKeeper.go.advice)"
    case .plugin, .unknownPlugins:
      "has plugins, which only Bundler loads; keep Bundler for it: "
        + "`bootstrap exec bundle exec NAME`"
    case .noCounterpart: "no equivalent in a Toolfile; keep the file for these"
    case .condition:
      "depends on a condition; put the tool in a block such as `on \"macos-arm64\" do`"
    case .requirement: "no equivalent requirement; write `tool \"NAME\", \"~> 1.2\"`"
    case .notExact: "no installed version"
    case .renumbered:
      "package versions that are not the tool's; write `tool \"NAME\"` with the tool's own version"
    case .system: "provided by the system"
    case .systemProgram:
      "system programs, which are checked but never installed; write the line shown"
    case .included: "part of another tool"
    case .tooOld: "no version this old is available; write a newer one"
    case .tooNew: "no version this new is available; write an older one, or keep what provides it"
    case .otherLine: "no such version is available; write another one"
    case .notAVersion: "not the number of a version; write `tool \"NAME\", \"1.2.3\"`"
    case .alias: "aliases, whose versions change; write a version"
    case .otherImplementation:
      "not a version of the tool; for the standard implementation, write `tool \"NAME\"`"
    case .notAName: "not the name of a tool; write the tools yourself"
    case .otherPlatforms, .otherSystems: "not available for the platforms of the project"
    case .unsatisfiable: "requirements that no version satisfies; correct them"
    case .twoNumbers: "versions with two numbers"
    case .severalVersions, .otherVersions, .alternatives: "several versions of one tool"
    case .optionalGroup: "optional groups"
    case .groupNames: "group names"
    case .renamed: "under another name"
    case .limited: "platforms"
    case .registryNotKept, .registryUnreadable: "registries that were not searched"
    case .options: "options"
    case .declared: "already declared"
    case .repeated, .refined: "named more than once"
    case .contradicted, .declaredOtherwise:
      "contradicts the chosen version; keep the right one"
    case .unavailable: "the requested version is not available; write another one"
    case .missingInclude: "missing files"
    case .includedName, .includedContents, .tooManyIncludes:
      "files that are not read; write their tools yourself"
    case .notUnderstood: "not understood; write the tools yourself"
    case .passedOver: "no version that a Toolfile can state"
    case .unreadable: "files that cannot be read"
    case .onRequest: "files for some environments; to add one, run `bootstrap import FILE`"
    case .linkOutside: "links that are broken or lead outside the repository"
    case .linkedFolder: "folders that were not searched"
    }
  }
}

extension PackageKeeper {
  /// The name in sentences.
  var title: String {
    switch self {
    case .bundler: "Bundler"
    case .npm: "npm"
    case .pnpm: "pnpm"
    case .yarn: "Yarn"
    case .bun: "Bun"
    case .go: "Go"
    case .pixi: "pixi"
    case .mint: "Mint"
    case .homebrew: "Homebrew"
    }
  }

  /// What to use for the packages instead of a Toolfile.
  fileprivate var advice: String {
    switch self {
    case .bundler: "keep Bundler for these gems: `bootstrap exec bundle install`"
    case .npm, .pnpm, .yarn, .bun:
      "keep \(title) for these packages: `bootstrap exec \(rawValue) install`"
    case .go: "keep Go for these tools: `bootstrap exec go tool NAME`"
    case .pixi: "keep pixi for these packages: `pixi install`"
    case .mint: "keep Mint for these packages: `bootstrap exec mint bootstrap`"
    case .homebrew:
      "keep Homebrew for these: `brew bundle`, or write `host brew: [\"FORMULA\"]`"
    }
  }
}
