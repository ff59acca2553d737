package import Diagnostics
package import Filesystem
package import Manifests
package import Vocabulary

/// What the administrators of this machine permit: the rules of all policies, of which the
/// strictest applies.
///
/// A policy governs commands that install, lock, set up, or accept. It does not govern what is
/// already installed, so nothing that runs a tool reads it. No variable, option, or setting changes
/// its path.
package struct Policy: Sendable {
  /// The policy of a machine without policy files.
  package static let none = Policy([])

  /// The paths where policies can be. All policies that exist apply.
  package static let paths: [FilePath] = {
    #if os(macOS)
      ["/etc/bootstrap/policy", "/Library/Application Support/bootstrap/policy"]
    #else
      ["/etc/bootstrap/policy"]
    #endif
  }()

  /// The policies, in the order of ``paths``.
  package let files: [PolicyFile]
  /// Returns whether an address is on a mirror that the rules name, or on a host that mirrors may
  /// lead to. Judges with the rules of the HTTP client, which this module does not know.
  private var isOnMirror: @Sendable (String) -> Bool = { _ in false }

  /// Creates a policy from the rules of several files.
  package init(_ files: [PolicyFile]) { self.files = files }

  /// Returns the policy with a closure that judges addresses. Without one, the policy permits no
  /// mirror.
  ///
  /// - Parameter isOnMirror: Returns whether an address is on a mirror that the rules name, or on a
  ///   host that mirrors may lead to.
  package func judging(isOnMirror: @escaping @Sendable (String) -> Bool) -> Policy {
    var copy = self
    copy.isOnMirror = isOnMirror
    return copy
  }

  /// Reads the policies of this machine.
  ///
  /// - Throws: ``Problem/policy(_:)`` if users other than root can change a policy, if it cannot be
  ///   read, or if a line is invalid. In this case, nothing may be installed.
  package static func read(_ paths: [FilePath] = paths) throws(Problem) -> Policy {
    var files: [PolicyFile] = []
    for path in paths {
      let bytes: [UInt8]?
      do {
        bytes = try PolicyPath(path).contents()
      } catch {
        throw .policy(.unusable([error]))
      }
      if let bytes { files.append(try PolicyFile(bytes, path: path.string)) }
    }
    return Policy(files)
  }

  /// The rules of all files.
  package var rules: [PolicyRule] { files.flatMap(\.rules) }

  /// The rules about mirrors of all files, in order.
  package var mirrorRules: [PolicyRule] {
    rules.filter { rule in
      switch rule.content {
      case .mirror, .mirrorHost, .mirrorOnly: true
      default: false
      }
    }
  }

  /// Returns the line of the first file whose rules of one kind forbid something, or `nil` if none
  /// does. A file without such rules forbids nothing.
  ///
  /// - Parameters:
  ///   - value: Returns the value of a rule of this kind, or `nil` for any other rule.
  ///   - permits: Returns whether the values of one file together permit it.
  func line<Value>(
    of value: (PolicyRule.Content) -> Value?, unless permits: ([Value]) -> Bool
  ) -> PolicyLine? {
    for file in files {
      let found = file.rules.compactMap { rule in value(rule.content).map { (rule.line, $0) } }
      if let first = found.first, !permits(found.map(\.1)) { return first.0 }
    }
    return nil
  }

  /// Returns the line that forbids tools from a source, or `nil` if they are allowed.
  package func line(forbiddingSource name: String) -> PolicyLine? {
    line {
      if case .sources(let names) = $0 { names } else { nil }
    } unless: {
      $0.joined().contains(name)
    }
  }

  /// Returns whether a rule names a source as one that tools may come from.
  ///
  /// Users and repositories can write the index of a folder, so nothing that it states counts
  /// unless a rule names folders.
  func names(source name: String) -> Bool {
    rules.contains { rule in
      if case .sources(let names) = rule.content { names.contains(name) } else { false }
    }
  }

  /// Returns the line that forbids requests to a host, or `nil` if they are allowed. Every host
  /// that `mirror-host` names is allowed. A `mirror` line allows only the addresses of the mirror,
  /// and not its host.
  ///
  /// - Parameter host: The host in lowercase, with its port unless that is the default.
  package func line(forbiddingHost host: String) -> PolicyLine? {
    if namesHost(host) { return nil }
    return line {
      if case .hosts(let patterns) = $0 { patterns } else { nil }
    } unless: {
      $0.joined().contains { $0.matches(host) }
    }
  }

  /// Returns the line that forbids requests of another program to a host, or `nil` if they are
  /// allowed. Other programs ask no mirror in place of the host.
  ///
  /// - Parameter host: The host in lowercase, with its port unless that is the default.
  package func line(forbiddingHostOfOtherProgram host: String) -> PolicyLine? {
    if namesHost(host) { return nil }
    let only = line {
      if case .mirrorOnly = $0 { true } else { nil }
    } unless: { _ in
      false
    }
    return only ?? line(forbiddingHost: host)
  }

  /// Whether a rule permits requests to only some hosts.
  package var restrictsHosts: Bool {
    rules.contains { rule in
      switch rule.content {
      case .hosts, .mirrorOnly: true
      default: false
      }
    }
  }

  /// Returns the host of an address with the line that forbids requests to it, or `nil` if they are
  /// allowed or if the address is a path on this machine.
  ///
  /// - Parameter address: The address as a lock states it.
  package func line(forbiddingFileAt address: String) -> (host: String, line: PolicyLine)? {
    guard let host = HostPattern.statedHost(ofAddress: address), !isOnMirror(address) else {
      return nil
    }
    return line(forbiddingHost: host).map { (host, $0) }
  }

  /// Whether a rule depends on which server answers: a rule about hosts, mirrors, registries, or
  /// statements of an index.
  package var dependsOnServers: Bool {
    restrictsHosts || !mirrorRules.isEmpty || ruleAboutRegistries != nil || statementDemand != nil
  }

  /// Returns whether only root can change the file or folder at a path.
  package static func isProtected(_ path: FilePath) -> Bool { PolicyPath(path).isProtected }

  /// Returns whether a rule names a host as one that mirrors may lead to.
  private func namesHost(_ host: String) -> Bool {
    rules.contains { $0.content == .mirrorHost(host) }
  }

  /// Returns the line that forbids the definitions of a registry, or `nil` if they are allowed.
  ///
  /// - Parameter name: The address or path in the Toolfile or in the user's settings, or `builtin`.
  package func line(forbiddingRegistry name: String) -> PolicyLine? {
    line {
      if case .registries(let names) = $0 { names } else { nil }
    } unless: {
      $0.joined().contains(name)
    }
  }

  /// The first line that allows registries, or `nil` if all are allowed.
  var ruleAboutRegistries: PolicyLine? {
    rules.first { if case .registries = $0.content { true } else { false } }?.line
  }

  /// Returns the line that turns something off, or `nil` if none does.
  package func line(turningOff item: PolicySwitch) -> PolicyLine? {
    line {
      if case .off(item) = $0 { item } else { nil }
    } unless: { _ in
      false
    }
  }

  /// The minimum provenance that the rules require, or `nil` if no rule requires one.
  package var requiredProvenance: (value: Provenance, line: PolicyLine)? {
    rules.compactMap { rule in
      if case .provenance(let value) = rule.content { (value, rule.line) } else { nil }
    }.max { $0.0 < $1.0 }
  }

  /// The minimum age of releases that the rules require, or `nil` if no rule requires one.
  package var minimumCooldown: (value: Cooldown, line: PolicyLine)? {
    rules.compactMap { rule in
      if case .cooldown(let value) = rule.content { (value, rule.line) } else { nil }
    }.max { $0.0.seconds < $1.0.seconds }
  }

  /// The minimum provenance that all rules about publishers imply, or `nil` if there are none. A
  /// rule that allows a publisher implies that it is verified.
  package var demandOnPublishers: Located<Provenance>? {
    let allowing = rules.first { if case .publisher = $0.content { true } else { false } }?.line
    let demand = requiredProvenance.map { Located($0.value, at: $0.line.origin) }
    if demand?.value == .verified { return demand }
    return allowing.map { Located(.verified, at: $0.origin) } ?? demand
  }

  /// The first line that restricts a release by more than its source and addresses, or `nil` if
  /// there is none.
  package var ruleAboutReleases: PolicyLine? {
    rules.first { rule in
      switch rule.content {
      case .publisher, .provenance, .cooldown, .off(.trustOnFirstUse): true
      default: false
      }
    }?.line
  }
}
