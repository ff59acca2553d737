package import Diagnostics
package import Vocabulary

/// A line of a policy with its meaning.
package struct PolicyRule: Hashable, Sendable {
  /// The meaning of a line.
  package enum Content: Hashable, Sendable {
    /// Tools may come from these sources.
    case sources([String])
    /// Requests may go to these hosts.
    case hosts([HostPattern])
    /// Definitions may come from these registries.
    case registries([String])
    /// Files may come from this verified publisher.
    case publisher(PublisherPattern)
    /// Publishers must have at least this provenance.
    case provenance(Provenance)
    /// Releases must be at least this old.
    case cooldown(Cooldown)
    /// Something is turned off.
    case off(PolicySwitch)
    /// A mirror serves the files of an address.
    case mirror(PolicyMirror)
    /// Mirrors may lead to this host, written in lowercase with its port unless that is the
    /// default.
    case mirrorHost(String)
    /// Requests may go only to mirrors.
    case mirrorOnly
  }

  package let line: PolicyLine
  package let content: Content
}

/// Something that a policy can turn off.
package enum PolicySwitch: String, CaseIterable, Sendable {
  /// Files whose digest was computed from the first download.
  case trustOnFirstUse = "trust-on-first-use"
  /// Consent that is implied because `CI` is set.
  case consentInCI = "ci-consent"
  /// Installations that `exec` or a shim starts.
  case installOnExec = "install-on-exec"
  /// Code that runs during an installation.
  case builds
  /// Hooks, which `setup` runs.
  case hooks
  /// System packages, which `setup` installs.
  case hostPackages = "host-packages"
}

/// The first word of a rule.
package enum PolicyWord: String, CaseIterable, Sendable {
  case allowSource = "allow-source"
  case allowHost = "allow-host"
  case allowRegistry = "allow-registry"
  case allowPublisher = "allow-publisher"
  case requireProvenance = "require-provenance"
  case cooldown
  case trustOnFirstUse = "trust-on-first-use"
  case consentInCI = "ci-consent"
  case installOnExec = "install-on-exec"
  case builds
  case hooks
  case hostPackages = "host-packages"
  case mirror
  case mirrorHost = "mirror-host"
  case mirrorOnly = "mirror-only"

  /// Whether the lines with this word add up. Any other word can be stated only once.
  var addsUp: Bool {
    switch self {
    case .allowSource, .allowHost, .allowRegistry, .allowPublisher, .mirror, .mirrorHost:
      true
    default: false
    }
  }

  /// The form of what follows the word, for messages.
  func form(sources: [String]) -> String {
    switch self {
    case .allowSource: "names of sources: " + sources.joined(separator: ", ")
    case .allowHost: HostPattern.form
    case .allowRegistry: "registries, such as `builtin`, `./tools.rb`, or an address"
    case .allowPublisher: PublisherPattern.form
    case .requireProvenance: "`stated` or `verified`"
    case .cooldown: "a duration such as `3 days`"
    case .trustOnFirstUse, .consentInCI, .installOnExec, .builds, .hooks, .hostPackages: "`off`"
    case .mirror: PolicyMirror.form
    case .mirrorHost: "a host such as `storage.example.org` or `storage.example.org:8443`"
    case .mirrorOnly: "`on`"
    }
  }

  /// Returns the meaning of the words that follow this one, or `nil` if they have another form.
  func content(_ values: [String], sources: [String]) -> PolicyRule.Content? {
    switch self {
    case .allowSource: values.allSatisfy(sources.contains) ? .sources(values) : nil
    case .allowHost:
      values.map(HostPattern.init).contains(nil) ? nil : .hosts(values.compactMap(HostPattern.init))
    case .allowRegistry: .registries(values)
    case .allowPublisher: PublisherPattern(values).map(PolicyRule.Content.publisher)
    case .requireProvenance:
      values.count == 1 ? Provenance(rawValue: values[0]).map(PolicyRule.Content.provenance) : nil
    case .cooldown: Cooldown(values.joined(separator: " ")).map(PolicyRule.Content.cooldown)
    case .trustOnFirstUse, .consentInCI, .installOnExec, .builds, .hooks, .hostPackages:
      values == ["off"] ? PolicySwitch(rawValue: rawValue).map(PolicyRule.Content.off) : nil
    case .mirror: PolicyMirror(values).map(PolicyRule.Content.mirror)
    case .mirrorHost:
      values.count == 1
        ? HostPattern.host(ofAddress: "https://\(values[0])").map(PolicyRule.Content.mirrorHost)
        : nil
    case .mirrorOnly: values == ["on"] ? .mirrorOnly : nil
    }
  }
}
