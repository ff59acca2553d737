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

  /// Creates a policy from the rules of several files.
  package init(_ files: [PolicyFile]) { self.files = files }

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

  /// Checks that this version of bootstrap supports every rule. Ignoring a rule would permit what
  /// the administrator has forbidden.
  ///
  /// - Throws: ``Problem/policy(_:)`` with the rules that are not supported.
  package func checkIsSupported() throws(Problem) {
    let faults = rules.compactMap { rule -> PolicyFault? in
      switch rule.content {
      case .mirror, .mirrorOnly:
        let word = rule.line.text.prefix { $0 != " " }
        return PolicyFault(
          .unsupported(word: String(word)), in: rule.line.path, line: rule.line.number)
      default: return nil
      }
    }
    if !faults.isEmpty { throw .policy(.unusable(faults)) }
  }

  /// The rules of all files.
  package var rules: [PolicyRule] { files.flatMap(\.rules) }

  /// The mirrors of all files, in order.
  package var mirrors: [PolicyMirror] {
    rules.compactMap { if case .mirror(let mirror) = $0.content { mirror } else { nil } }
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

  /// Returns the line that forbids requests to a host, or `nil` if they are allowed.
  ///
  /// - Parameter host: The host in lowercase, with its port unless that is the default.
  package func line(forbiddingHost host: String) -> PolicyLine? {
    line {
      if case .hosts(let patterns) = $0 { patterns } else { nil }
    } unless: {
      $0.joined().contains { $0.matches(host) }
    }
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

  /// Returns the line that turns something off, or `nil` if none does.
  package func line(turningOff item: PolicySwitch) -> PolicyLine? {
    line {
      if case .off(item) = $0 { item } else { nil }
    } unless: { _ in
      false
    }
  }

  /// The minimum provenance that the rules require, or `nil` if no rule requires one.
  package var leastProvenance: (value: Provenance, line: PolicyLine)? {
    rules.compactMap { rule in
      if case .provenance(let value) = rule.content { (value, rule.line) } else { nil }
    }.max { $0.0 < $1.0 }
  }

  /// The minimum age of releases that the rules require, or `nil` if no rule requires one.
  package var leastCooldown: (value: Cooldown, line: PolicyLine)? {
    rules.compactMap { rule in
      if case .cooldown(let value) = rule.content { (value, rule.line) } else { nil }
    }.max { $0.0.seconds < $1.0.seconds }
  }

  /// The minimum provenance that all rules about publishers imply, or `nil` if there are none. A
  /// rule that allows a publisher implies that it is verified.
  package var demandOnPublishers: Located<Provenance>? {
    let allowing = rules.first { if case .publisher = $0.content { true } else { false } }?.line
    let demand = leastProvenance.map { Located($0.value, at: $0.line.origin) }
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
