// swift-tools-version: 6.2

import PackageDescription

// A module imports only modules above it in this list, which `scripts/check-imports` verifies.
// `needs` contains only direct imports, so the list describes the dependency graph.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Whether `scripts/release` builds a program that needs no library of the system. pkg-config then
/// finds the static libraries that the script has prepared.
let isStatic = Context.environment["BOOTSTRAP_IS_STATIC"] != nil

/// What debug builds optimize: `all` code that reaches users (`scripts/test-optimized`), `none` of
/// it (`scripts/quickstart`), or `nil` for the modules that tests spend their time in.
let optimization = Context.environment["BOOTSTRAP_OPTIMIZATION"]

/// The settings of the code that reaches users. The module of regular expressions would add 1.8 MB
/// to the programs (Sources/TextSearch).
let shipped =
  strict
  + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
  + (isStatic ? [.unsafeFlags(["-Xfrontend", "-function-sections"])] : [])
  + (optimization == "all" ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// The settings of most modules. Releases contain them compiled for size, which saves 3 MB and
/// takes no time that can be measured. The others work through large amounts of data.
let compact = shipped + (isStatic ? [.unsafeFlags(["-Osize"])] : [])

/// Optimizes a module in debug builds, too. Tests spend most of their time in such modules.
let optimized: [SwiftSetting] =
  optimization == "none" ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of the main program and its commands. A static program needs no time to load
/// libraries, so the main program of a release contains what `bootstrap-change` does otherwise.
let mainSettings = compact + (isStatic ? [.define("CONTAINS_CHANGE_COMMANDS")] : [])

/// Creates a module in `Sources`.
func module(
  _ name: String, needs: [String] = [], settings: [SwiftSetting] = compact
) -> Target {
  .target(
    name: name, dependencies: needs.map { .byName(name: $0) }, swiftSettings: settings)
}

/// Creates the test target of a module. `needs` lists the other modules that the tests import.
func tests(of name: String, needs: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: ([name] + needs).map { .byName(name: $0) },
    swiftSettings: strict)
}

/// The folders of `Sources/ToolSources` that contain one source each.
///
/// `<Name>Kind.swift` contains the properties of a source that require no request. The small main
/// program needs them too, so this file is compiled into the module `SourceKinds`. The rest of the
/// folder is in `Source/` and performs the requests.
let sourceFolders = ["DirectURL", "Directory", "Gem", "GitHub", "PyPI"]
let sourceKinds = sourceFolders.map { "\($0)/\($0)Kind.swift" }

/// Creates a target in `Tests` that several test targets share.
func ground(_ name: String, needs: [String] = [], settings: [SwiftSetting] = strict) -> Target {
  .target(
    name: name, dependencies: needs.map { .byName(name: $0) }, path: "Tests/\(name)",
    swiftSettings: settings)
}

/// The address of the releases and the public key that signs them, as C strings.
/// `scripts/release` sets both for the programs that can then update themselves.
func releaseOrigin() -> [CSetting] {
  ["BOOTSTRAP_RELEASES", "BOOTSTRAP_RELEASE_PUBLIC_KEY"].compactMap { name in
    guard let value = Context.environment[name], !value.isEmpty else { return nil }
    return .define(
      name == "BOOTSTRAP_RELEASES" ? name : "BOOTSTRAP_RELEASE_KEY", to: "\"\(value)\"")
  }
}

/// Whether programs load libcurl with their first request (`Sources/CCurlLoading/late.c`). Its
/// headers are then in the system's folders.
#if os(Linux)
  let loadsCurlLate = !isStatic
#else
  let loadsCurlLate = false
#endif

let libraries: [Target] = [
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CCurl", pkgConfig: loadsCurlLate ? nil : "libcurl",
    providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
  .systemLibrary(
    name: "CArchive", pkgConfig: "libarchive",
    providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
  .systemLibrary(
    name: "CCrypto", pkgConfig: "libcrypto",
    providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
  .systemLibrary(
    name: "CISAL", pkgConfig: "libisal",
    providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
  .systemLibrary(
    name: "CYAML", pkgConfig: "yaml-0.1",
    providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
  .target(
    name: "CPosix",
    cSettings: releaseOrigin() + (isStatic ? [.define("IS_STATIC_PROGRAM")] : [])),
  .target(
    name: "CCurlLoading",
    cSettings: isStatic ? [.define("IS_STATIC_PROGRAM")] : [],
    linkerSettings: loadsCurlLate ? [] : [.linkedLibrary("curl")]),
  .target(name: "CRegistry", exclude: ["definitions"]),
  .target(name: "CTrustedRoot", exclude: ["trusted_root.json"]),
  .target(name: "CShim"),
  .target(name: "CShimStart", dependencies: ["CShim"]),
]

let modules: [Target] = [
  module("LibC"),
  module("TextSearch", settings: compact + optimized),
  module("Versions", settings: shipped + optimized),
  module("Vocabulary", settings: shipped + optimized),
  module("JSONText", settings: shipped + optimized),
  module("YAML", needs: ["CYAML"], settings: shipped + optimized),
  module("Gems", needs: ["Versions", "Vocabulary", "YAML"], settings: shipped + optimized),
  module("Diagnostics", needs: ["Vocabulary"]),
  module(
    "Filesystem", needs: ["CPosix", "CShim", "Diagnostics", "LibC"],
    settings: shipped + optimized),
  module("Cryptography", needs: ["CCrypto", "Filesystem", "Vocabulary"]),
  module(
    "Attestations",
    needs: ["CTrustedRoot", "Cryptography", "Diagnostics", "JSONText", "Vocabulary"],
    settings: shipped + optimized),
  module(
    "Manifests", needs: ["Diagnostics", "Filesystem", "TextSearch", "Versions", "Vocabulary"],
    settings: compact + optimized),
  module(
    "Layout",
    needs: [
      "CPosix", "Diagnostics", "Filesystem", "Manifests", "TextSearch", "Versions", "Vocabulary",
    ]),
  .target(
    name: "SourceKinds",
    dependencies: [
      "CRegistry", "Diagnostics", "Manifests", "TextSearch", "Versions", "Vocabulary",
    ],
    path: "Sources/ToolSources",
    exclude: [
      "Access", "Assets", "Fetched", "Index", "Layouts", "Machine", "Packages", "Registry",
    ] + sourceFolders.map { "\($0)/Source" },
    sources: ["Kinds", "Templates", "ShippedSource.swift"] + sourceKinds,
    swiftSettings: compact + optimized),
  module(
    "Projects",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "SourceKinds", "Versions", "Vocabulary",
    ]),
  module(
    "Trust",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "Projects", "SourceKinds", "Vocabulary",
    ]),
  module(
    "Selection",
    needs: [
      "CShim", "Diagnostics", "Filesystem", "Layout", "Manifests", "Projects", "SourceKinds",
      "TextSearch", "Trust", "Versions", "Vocabulary",
    ]),
  module("Resolution", needs: ["Diagnostics", "Versions"], settings: shipped + optimized),
  module(
    "ObjectStore", needs: ["CSQLite", "Filesystem", "LibC"], settings: shipped),
  module(
    "Transport",
    needs: [
      "CCurl", "CCurlLoading", "Cryptography", "Diagnostics", "Filesystem", "JSONText",
      "TextSearch", "Vocabulary",
    ]),
  module(
    "Archives",
    needs: [
      "CArchive", "CISAL", "Cryptography", "Diagnostics", "Filesystem", "LibC", "Manifests",
      "Transport", "Vocabulary",
    ],
    settings: shipped),
  module(
    "Inventory",
    needs: ["Diagnostics", "Filesystem", "Layout", "Manifests", "ObjectStore", "Vocabulary"]),
  .target(
    name: "ToolSources",
    dependencies: [
      "Archives", "Cryptography", "Diagnostics", "Filesystem", "Gems", "JSONText", "Layout", "LibC",
      "Manifests", "Projects", "Selection", "SourceKinds", "TextSearch", "Transport", "Trust",
      "Versions", "Vocabulary",
    ],
    exclude: ["Kinds", "Templates", "ShippedSource.swift"] + sourceKinds,
    swiftSettings: compact),
  module(
    "Builds",
    needs: [
      "CPosix", "Diagnostics", "Filesystem", "LibC", "Manifests", "Versions", "Vocabulary",
    ],
    settings: compact + optimized),
  module(
    "HostPackages",
    needs: ["Diagnostics", "Filesystem", "LibC", "Selection", "TextSearch", "Vocabulary"]),
  module(
    "Installation",
    needs: [
      "Archives", "Builds", "Cryptography", "Diagnostics", "Filesystem", "Gems", "Layout",
      "Manifests", "Projects", "SourceKinds", "ToolSources", "Transport", "Versions", "Vocabulary",
      "YAML",
    ]),
  module(
    "Setup",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "LibC", "Manifests", "Selection", "Trust",
      "Versions", "Vocabulary",
    ]),
  module(
    "Releases",
    needs: [
      "Archives", "Cryptography", "Diagnostics", "Filesystem", "Layout", "ToolSources", "Transport",
      "Versions", "Vocabulary",
    ]),
  module(
    "Importing",
    needs: [
      "Diagnostics", "Filesystem", "Manifests", "Projects", "Selection", "SourceKinds",
      "TextSearch", "Versions", "Vocabulary", "YAML",
    ]),
  module(
    "Locking",
    needs: [
      "Attestations", "Cryptography", "Diagnostics", "Filesystem", "Gems", "Layout", "Manifests",
      "Projects",
      "Resolution", "Selection", "SourceKinds", "TextSearch", "ToolSources", "Transport", "Trust",
      "Versions", "Vocabulary",
    ]),
  module(
    "Shims",
    needs: ["Filesystem", "Layout", "LibC", "Manifests", "Selection", "Trust", "Vocabulary"]),
  module(
    "Terminal", needs: ["CPosix", "Diagnostics", "Filesystem", "LibC", "TextSearch", "Vocabulary"]),
  module(
    "Workflows",
    needs: [
      "Cryptography", "Diagnostics", "Filesystem", "HostPackages", "Importing", "Installation",
      "Inventory", "Layout", "Locking", "Manifests", "Projects", "Releases", "Selection", "Setup",
      "Shims", "SourceKinds", "TextSearch", "ToolSources", "Transport", "Trust", "Versions",
      "Vocabulary",
    ]),
  module(
    "Commands",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "Projects", "Selection", "SourceKinds",
      "Terminal", "TextSearch", "Trust", "Versions", "Vocabulary",
    ], settings: mainSettings),
  module(
    "ChangeCommands",
    needs: [
      "Builds", "Commands", "Cryptography", "Diagnostics", "Filesystem", "HostPackages",
      "Importing", "Installation", "Inventory", "Layout", "LibC", "Locking", "Manifests",
      "Projects", "Releases", "Selection", "Setup", "Shims", "SourceKinds", "Terminal",
      "TextSearch", "ToolSources", "Transport", "Trust", "Versions", "Vocabulary", "Workflows",
    ]),
]

/// The linker settings of a program: `flags` in a release build on Linux. On macOS, an installed
/// program finds the libraries that `scripts/carry-libraries` has copied.
func linked(_ flags: [String]) -> [LinkerSetting] {
  // backtrace.c, standardlibrary.c, unwinding.c, and workers.c in Sources/CPosix explain the
  // replaced functions.
  let replaced =
    ["swift_copyAuxiliaryExecutablePath", "__register_frame_info", "__deregister_frame_info"]
    + (isStatic
      ? [
        "_dispatch_workq_worker_register", "_dispatch_workq_worker_unregister",
        "_swift_stdlib_getScalarName", "_ZN9__gnu_cxx27__verbose_terminate_handlerEv",
      ] : [])
  let wrapping = replaced.flatMap { ["-Xlinker", "--wrap=\($0)"] }
  let carried = ["-Xlinker", "-rpath", "-Xlinker", "@executable_path/../lib"]
  return [
    .unsafeFlags(flags + wrapping, .when(platforms: [.linux])),
    .unsafeFlags(carried, .when(platforms: [.macOS])),
  ]
}

/// The linker flags of a program without shared libraries. Nothing in it unwinds a stack
/// (``ChangeProgram``), so it leaves out the tables for that, which only lld can do. It contains
/// functions with the same code once, because Swift generates many of them.
let staticFlags =
  ["-static-executable", "-use-ld=lld"]
  + [
    "--gc-sections", "--icf=all", "--build-id=none", "--no-eh-frame-hdr", "--script",
    Context.packageDirectory + "/scripts/release-files/without-unwinding.ld",
  ].flatMap { ["-Xlinker", $0] }

/// The linker flags for the tests, which start `bootstrap-change` ten thousand times. At a fixed
/// address, its 57,000 pointers to itself need no relocation.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xclang-linker", "-no-pie"], .when(platforms: [.linux], configuration: .debug))
]

// `bootstrap` runs often. It is a static executable, which takes 0.5 ms from start to exit. With
// the libraries that a Swift program loads, it would take 3 ms. `bootstrap-change` runs rarely.
// Debug builds are linked in the same way, because the tests start both thousands of times.
let programs: [Target] = [
  .executableTarget(
    name: "bootstrap",
    dependencies: ["Commands", "Filesystem", "LibC"] + (isStatic ? ["ChangeCommands"] : []),
    swiftSettings: mainSettings,
    linkerSettings: linked(isStatic ? staticFlags : ["-static-executable"])),
  .executableTarget(
    name: "bootstrap-change",
    dependencies: ["ChangeCommands", "Filesystem", "LibC"],
    swiftSettings: strict,
    linkerSettings: linked(isStatic ? staticFlags : ["-static-stdlib"]) + quickStart),
]

// Code shared by several test targets. These are plain targets, so that tests can import them. No
// product contains them.
let testGround: [Target] = [
  ground("Corpora"),
  ground("LoopbackServer"),
  ground("MutatedSeeds", needs: ["Filesystem", "Sandboxes"]),
  ground("SampleAttestations", needs: ["CCrypto", "Cryptography", "Vocabulary"]),
  ground("SampleLocks", needs: ["Manifests", "Vocabulary"]),
  ground("Snapshots"),
  ground(
    "SampleWheels", needs: ["LoopbackServer", "Snapshots", "Vocabulary"],
    settings: strict + optimized),
  ground(
    "SampleGems", needs: ["LoopbackServer", "SampleWheels", "Vocabulary"],
    settings: strict + optimized),
  ground(
    "IndexWorlds",
    needs: [
      "Filesystem", "Layout", "LoopbackServer", "SampleGems", "SampleWheels", "Sandboxes",
      "SourceKinds", "ToolSources", "Transport",
    ]),
  ground("Sandboxes", needs: ["CPosix", "Filesystem", "Snapshots"]),
  ground("StoreSoak", needs: ["Filesystem", "ObjectStore"]),
]

let moduleTests: [Target] = [
  tests(of: "Filesystem", needs: ["CPosix", "Sandboxes"]),
  tests(of: "TextSearch"),
  tests(of: "Vocabulary"),
  tests(of: "JSONText"),
  tests(of: "Versions", needs: ["Corpora"]),
  tests(of: "YAML"),
  tests(
    of: "Cryptography",
    needs: ["Corpora", "Filesystem", "Sandboxes", "Snapshots", "Vocabulary"]),
  tests(
    of: "Attestations",
    needs: [
      "Corpora", "Cryptography", "Diagnostics", "MutatedSeeds", "SampleAttestations", "Vocabulary",
    ]),
  tests(of: "Gems", needs: ["Corpora", "Versions", "Vocabulary", "YAML"]),
  tests(
    of: "Manifests",
    needs: [
      "Diagnostics", "Filesystem", "MutatedSeeds", "Sandboxes", "Terminal", "Versions",
      "Vocabulary",
    ]),
  tests(of: "Layout", needs: ["Filesystem", "Manifests", "Sandboxes", "Vocabulary"]),
  tests(of: "SourceKinds", needs: ["Diagnostics", "Manifests", "Versions", "Vocabulary"]),
  tests(
    of: "Projects",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "SampleLocks", "Sandboxes", "SourceKinds",
      "Terminal", "Vocabulary",
    ]),
  tests(
    of: "Trust",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "Projects", "SampleLocks", "Sandboxes",
      "SourceKinds", "Vocabulary",
    ]),
  tests(
    of: "Selection",
    needs: [
      "CShim", "Diagnostics", "Filesystem", "Layout", "Manifests", "Projects", "SampleLocks",
      "Sandboxes", "ShimSearch", "SourceKinds", "Vocabulary",
    ]),
  tests(
    of: "Resolution",
    needs: ["Corpora", "Diagnostics", "ResolutionScenarios", "Terminal", "Versions"]),
  tests(of: "ObjectStore", needs: ["Filesystem", "Sandboxes", "StoreSoak"]),
  tests(
    of: "Transport",
    needs: ["Diagnostics", "Filesystem", "LoopbackServer", "Sandboxes", "Snapshots", "Vocabulary"]),
  tests(
    of: "Archives",
    needs: [
      "CArchive", "Cryptography", "Diagnostics", "Filesystem", "Manifests", "SampleWheels",
      "Sandboxes", "Transport",
    ]),
  tests(
    of: "Inventory",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Manifests", "ObjectStore", "Sandboxes", "Vocabulary",
    ]),
  tests(
    of: "Builds",
    needs: ["Diagnostics", "Filesystem", "Manifests", "Sandboxes", "Versions", "Vocabulary"]),
  tests(
    of: "Setup",
    needs: ["Diagnostics", "Filesystem", "Layout", "Manifests", "Sandboxes", "Vocabulary"]),
  tests(
    of: "HostPackages",
    needs: [
      "Diagnostics", "Filesystem", "Layout", "Sandboxes", "Selection", "Snapshots", "Terminal",
      "Vocabulary",
    ]),
  tests(
    of: "Installation",
    needs: [
      "Archives", "Cryptography", "Diagnostics", "Filesystem", "Layout", "LoopbackServer",
      "Manifests", "Projects", "SampleGems", "SampleWheels", "Sandboxes", "SourceKinds",
      "ToolSources", "Transport", "Vocabulary",
    ]),
  tests(
    of: "Releases",
    needs: [
      "Cryptography", "Diagnostics", "Filesystem", "Layout", "LoopbackServer", "Sandboxes",
      "Snapshots", "Transport", "Versions", "Vocabulary",
    ]),
  tests(
    of: "Shims",
    needs: ["Filesystem", "Layout", "Manifests", "Sandboxes", "Selection", "Vocabulary"]),
  tests(
    of: "Workflows",
    needs: [
      "Cryptography", "Diagnostics", "Filesystem", "IndexWorlds", "Installation", "Inventory",
      "Layout", "Locking", "LoopbackServer", "Manifests", "Projects", "Releases", "SampleGems",
      "SampleLocks", "SampleWheels", "Sandboxes", "Selection", "Shims", "SourceKinds",
      "ToolSources", "Transport", "Trust", "Versions", "Vocabulary",
    ]),
  tests(
    of: "Commands",
    needs: ["Diagnostics", "Filesystem", "Layout", "Sandboxes", "Terminal"]),
  tests(
    of: "ChangeCommands",
    needs: [
      "Commands", "Diagnostics", "Filesystem", "Layout", "Manifests", "Sandboxes", "Selection",
      "Terminal", "Transport", "Vocabulary",
    ]),
  tests(
    of: "ToolSources",
    needs: [
      "Archives", "Corpora", "Cryptography", "Diagnostics", "Filesystem", "Gems", "JSONText",
      "Layout", "LoopbackServer", "Manifests", "SampleGems", "SampleWheels", "Sandboxes",
      "Selection", "SourceKinds", "Terminal", "Transport", "Trust", "Versions", "Vocabulary",
    ]),
  tests(
    of: "Terminal", needs: ["Diagnostics", "Filesystem", "Sandboxes", "Snapshots", "Vocabulary"]),
  .testTarget(
    name: "ShimTests",
    dependencies: [
      "Corpora", "Filesystem", "Layout", "Manifests", "ReaderAgreement", "SampleWheels",
      "Sandboxes", "Shims", "Vocabulary",
    ], swiftSettings: strict),
  tests(of: "LoopbackServer"),
  tests(
    of: "Locking",
    needs: [
      "Corpora", "Diagnostics", "Filesystem", "Gems", "IndexWorlds", "Layout", "LoopbackServer",
      "Manifests", "Projects", "Resolution", "ResolutionScenarios", "SampleGems", "SampleWheels",
      "Sandboxes", "SourceKinds", "ToolSources", "Trust", "Versions", "Vocabulary",
    ]),
  tests(
    of: "Importing",
    needs: [
      "Diagnostics", "Filesystem", "Manifests", "MutatedSeeds", "Sandboxes", "Snapshots",
      "SourceKinds", "Terminal", "Vocabulary",
    ]),
  tests(
    of: "SampleGems", needs: ["Filesystem", "Gems", "LoopbackServer", "Sandboxes", "Versions"]),
  tests(of: "SampleWheels", needs: ["LoopbackServer", "Manifests", "Sandboxes", "Vocabulary"]),
  tests(of: "Sandboxes"),
  tests(of: "Snapshots"),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "Corpora", "Filesystem", "Inventory", "Layout", "LoopbackServer", "Manifests",
      "SampleAttestations", "SampleGems", "SampleWheels", "Sandboxes", "Snapshots", "Terminal",
      "Vocabulary",
    ],
    swiftSettings: strict),
]

// The shim is Embedded Swift, linked statically on Linux and without a C library, because users
// wait for its start every time they run a tool (Sources/CShimStart/start.c has the details).
let shim: Target = .executableTarget(
  name: "bootstrap-shim", dependencies: ["CShim", "CShimStart"], exclude: ["README.md"],
  swiftSettings: strict + (hasOrdinaryShim ? [] : [.enableExperimentalFeature("Embedded")]) + [
    .unsafeFlags([
      "-wmo", "-O", "-parse-as-library", "-Xfrontend", "-function-sections", "-Xfrontend",
      "-disable-stack-protector", "-enforce-exclusivity=unchecked",
    ])
  ],
  linkerSettings: [.unsafeFlags(shimLinkerFlags())])

/// Whether the shim is ordinary Swift on macOS, for a toolchain that lacks the standard library of
/// Embedded Swift, as Xcode's does. Such a shim loads the Swift runtime at every start of a tool.
var hasOrdinaryShim: Bool {
  #if os(macOS)
    Context.environment["BOOTSTRAP_ORDINARY_SHIM"] != nil
  #else
    false
  #endif
}

/// The flags that link the shim without a C library and leave out unused sections.
func shimLinkerFlags() -> [String] {
  #if os(Linux)
    ["-static", "-nostdlib", "-nostartfiles"].flatMap { ["-Xclang-linker", $0] }
      + ["-z", "norelro", "--build-id=none", "--gc-sections"].flatMap { ["-Xlinker", $0] }
  #else
    []
  #endif
}

/// Code shared by tests and benchmarks, and the benchmarks themselves.
let workbench: [Target] = [
  // The shim's search, compiled as ordinary Swift.
  .target(
    name: "ShimSearch", dependencies: ["CShim"], path: "Tests/ShimSearch",
    swiftSettings: strict + optimized),
  .target(
    name: "ReaderAgreement",
    dependencies: ["Diagnostics", "Filesystem", "Manifests", "ShimSearch", "Vocabulary"],
    path: "Tests/ReaderAgreement", swiftSettings: strict),
  .target(
    name: "ResolutionScenarios", dependencies: ["Corpora", "Resolution", "Versions"],
    path: "Tests/ResolutionScenarios", swiftSettings: strict),
  .executableTarget(
    name: "bench-attestations", dependencies: ["Attestations", "Corpora", "Cryptography"],
    path: "Tests/Benchmarks/bench-attestations", swiftSettings: strict),
  .executableTarget(
    name: "bench-parsers", dependencies: ["Diagnostics", "Importing", "Manifests", "SourceKinds"],
    path: "Tests/Benchmarks/bench-parsers", swiftSettings: strict),
  .executableTarget(
    name: "bench-resolver",
    dependencies: ["Corpora", "Resolution", "ResolutionScenarios", "Versions"],
    path: "Tests/Benchmarks/bench-resolver", swiftSettings: strict),
  // Linked statically, because `scripts/test-host-packages` runs it in a system without Swift.
  .executableTarget(
    name: "host-packages-trial",
    dependencies: [
      "Diagnostics", "Filesystem", "HostPackages", "Layout", "Selection", "Terminal",
    ],
    path: "Tests/HostPackagesTrial", swiftSettings: strict,
    linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))]),
  .executableTarget(
    name: "bench-store", dependencies: ["ObjectStore", "StoreSoak"],
    path: "Tests/Benchmarks/bench-store", swiftSettings: strict),
]

let package = Package(
  name: "bootstrap",
  platforms: [.macOS(.v15)],
  targets: libraries + modules + programs + [shim] + testGround + workbench + moduleTests
)
