/// A package manager that still installs the packages of its manifest that a Toolfile cannot
/// contain.
package enum PackageKeeper: String, Hashable, Sendable {
  case bundler, npm, pnpm, yarn, bun, go, pixi, mint, homebrew

  /// A stable name for programs, such as `npm-packages`.
  package var code: String {
    switch self {
    case .bundler: "bundled-gems"
    case .npm, .pnpm, .yarn, .bun: "npm-packages"
    case .go: "go-tools"
    case .pixi: "conda-packages"
    case .mint: "mint-packages"
    case .homebrew: "homebrew"
    }
  }
}
