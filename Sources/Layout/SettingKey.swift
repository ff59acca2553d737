/// A key of the user's `config` that ``Settings`` understands. Sources have further keys.
package struct SettingKey: Hashable, Sendable {
  /// The values that a key takes.
  package enum Form: Hashable, Sendable {
    case number(ClosedRange<Int>, default: Int)
    /// `on` or `off`, which is the default.
    case flag
    /// `on`, which is the default, `off`, or names.
    case names
    /// A path. The key may be in several lines, all of which apply.
    case paths
    /// A tool and the absolute path of a program. The key may be in one line for each tool.
    case programOfTool
    /// A compiler variable and its value, which may have several words. The key may be in one line
    /// for each variable.
    case buildVariable
    /// Groups of a project, preceded by the path of its folder. The key may have a line for each
    /// project.
    case groupsOfProject
    /// The address of an index, or of the releases of bootstrap.
    case address(default: String? = nil)
    /// A public key of minisign.
    case signatureKey(default: String?)
    /// An address, or `*`, and mirrors for it. The key may be in several lines.
    case mirror
    /// A host. The key may be in one line for each host, all of which apply.
    case hosts
    /// A host, and the name of a credential helper. The key may be in one line for each host.
    case credentialHelper

    /// Whether a line begins with a subject, such as a tool, and each subject has its own line.
    package var hasSubject: Bool {
      [.programOfTool, .buildVariable, .groupsOfProject, .mirror, .hosts, .credentialHelper]
        .contains(self)
    }

    /// Whether all lines of the key apply.
    package var addsUp: Bool { [.paths, .hosts, .mirror].contains(self) }
  }

  package let name: String
  package let form: Form
  /// The environment variable that takes precedence over the file, or `nil` if there is none.
  package let variable: String?

  /// Creates a key. Omit `variable` if none takes precedence over the file.
  package init(_ name: String, _ form: Form, variable: String? = nil) {
    self.name = name
    self.form = form
    self.variable = variable
  }

  /// The keys that belong to no source, sorted by name.
  package static let common = [
    SettingKey("build-variable", .buildVariable),
    SettingKey("credential-helper", .credentialHelper),
    SettingKey("groups", .groupsOfProject, variable: "BOOTSTRAP_GROUPS"),
    SettingKey("idiomatic", .names),
    SettingKey("install-on-exec", .flag),
    SettingKey("jobs", .number(1...64, default: Settings().jobs)),
    SettingKey("minimum-speed", .number(0...1_000_000, default: Settings().minimumSpeed)),
    SettingKey("mirror", .mirror),
    SettingKey("mirror-host", .hosts),
    SettingKey("mirror-only", .flag),
    SettingKey("registry", .paths),
    SettingKey("release-key", .signatureKey(default: ReleaseOrigin.key)),
    SettingKey("releases", .address(default: ReleaseOrigin.address)),
    SettingKey("system-version", .programOfTool),
    SettingKey("timeout", .number(1...600, default: Settings().timeout)),
  ]
}
