internal import Commands
internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import Setup
internal import Trust
internal import Vocabulary
internal import Workflows

/// What the machine's policy permits `setup` to do.
struct SetupPermission {
  private let policy: Policy

  /// Reads the policy.
  ///
  /// - Throws: ``Problem/policy(_:)`` if the policy cannot be used.
  init(_ session: Session) throws(Problem) { policy = try ChangeContext(session).policy() }

  /// Checks the open steps of a plan.
  ///
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  func check(_ plan: SetupPlan) throws(Problem) {
    try check(
      plan.open.flatMap { entry -> [PolicyViolation] in
        switch entry.step.action {
        case .hook(let hook):
          return policy.line(turningOff: .hooks).map {
            [PolicyViolation(.hook(hook.name.text), $0, origin: entry.step.origin)]
          } ?? []
        case .host(let manager, _):
          guard case .packages(_, let missing, _, _) = entry.report.purpose else { return [] }
          return violations(installing: missing, by: manager, origin: entry.step.origin)
        case .system, .tools, .shell: return []
        }
      })
  }

  /// Checks the clone of a repository.
  ///
  /// - Parameters:
  ///   - address: The address of the repository.
  ///   - packages: The packages that the clone needs and the machine lacks.
  /// - Throws: ``Problem/policy(_:)`` with everything that is forbidden.
  func check(
    _ address: CheckoutAddress,
    installing packages: (manager: HostPackageManager, names: [String])?
  ) throws(Problem) {
    let others = packages.map {
      violations(installing: $0.names, by: $0.manager, origin: .commandLine)
    }
    try check(violations(cloningFrom: address.host) + (others ?? []))
  }

  /// Whether a clone may lead to only some hosts.
  var restrictsHosts: Bool { policy.restrictsHosts }

  /// Checks the host that git asks for a clone, or `nil` if git asks none.
  ///
  /// - Throws: ``Problem/policy(_:)`` if it is forbidden.
  func check(cloningFrom host: String?) throws(Problem) {
    try check(violations(cloningFrom: host))
  }

  private func violations(cloningFrom host: String?) -> [PolicyViolation] {
    guard let host, let line = policy.line(forbiddingHostOfOtherProgram: host) else { return [] }
    return [PolicyViolation(.host(host), line, origin: .commandLine)]
  }

  private func violations(
    installing names: [String], by manager: HostPackageManager, origin: Origin?
  ) -> [PolicyViolation] {
    guard let line = policy.line(turningOff: .hostPackages) else { return [] }
    return names.map { PolicyViolation(.hostPackage(manager, $0), line, origin: origin) }
  }

  private func check(_ violations: [PolicyViolation]) throws(Problem) {
    if !violations.isEmpty { throw .policy(.forbidden(violations)) }
  }
}
