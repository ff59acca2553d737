import Foundation
import Sandboxes
import Snapshots
import Testing

#if os(Linux)
  /// Tests each rule of a policy against every way around it. The rules are the transcripts in
  /// `Fixtures/Policy/rules`, each with a policy of one line. The ways are the lines of
  /// `Fixtures/Policy/ways.txt`, and the sections `way` of a rule.
  @Suite(
    .sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"),
    .enabled(if: MountNamespace.isAvailable, "only root can mount a policy"))
  struct PolicyTests {
    /// A way around a policy.
    struct Way: CustomTestStringConvertible, Sendable {
      let name: String
      /// The words that replace `bootstrap`.
      let words: [String]

      var testDescription: String { name }

      /// All ways, in the order of the file.
      static let all: [Way] = {
        let lines = Snapshot("Policy/ways.txt").text?.split(separator: "\n") ?? []
        return lines.filter { !$0.hasPrefix("#") }.compactMap { Way($0) }
      }()

      /// Parses a line such as `in CI: env CI=true bootstrap`.
      init?(_ line: some StringProtocol) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        name = String(line[..<colon])
        words = Transcript.words(of: String(line[line.index(after: colon)...].drop { $0 == " " }))
      }
    }

    /// The names of the rules.
    static let rules: [String] = {
      let folder = Snapshot.fixtures.appendingPathComponent("Policy/rules").path
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return entries.filter { $0.hasSuffix(".transcript") }.map { String($0.dropLast(11)) }.sorted()
    }()

    /// Settings with which a user might try to loosen any rule.
    private static let loose = [
      "loose": """
      install-on-exec on
      allow-source pypi github url directory gem
      allow-host 127.0.0.1
      cooldown 0h
      require-provenance stated
      trust-on-first-use on
      ci-consent on
      builds on
      hooks on
      host-packages on
      mirror-only off
      mirror-host 127.0.0.1
      mirror https://example.invalid/ http://127.0.0.1:9/

      """
    ]

    @Test(arguments: rules) func `no way leads around a rule`(rule: String) async throws {
      let text = try #require(Snapshot("Policy/rules/\(rule).transcript").text)
      var transcript = Transcript(parsing: text)
      let attempts = transcript.sections.filter { $0.word == "attempt" }
      let permitted = transcript.sections.filter { $0.word == "permitted" }.map(\.argument)
      let own = transcript.sections.filter { $0.word == "way" }.compactMap { Way($0.argument) }
      transcript.sections.removeAll { ["attempt", "permitted", "way"].contains($0.word) }
      for (name, text) in Self.loose { try sandbox.write("$SANDBOX/etc/bootstrap/\(name)", text) }
      try sandbox.makeDirectory("$SANDBOX/other-root")
      try sandbox.makeDirectory("$SANDBOX/other-home")
      let index = try SampleIndex(in: sandbox)
      _ = try await transcript.performed(in: sandbox, index: index)
      for way in Way.all + own {
        try await sandbox.inCopy {
          try await attempt(attempts, by: way, isPermitted: permitted.contains(way.name))
        }
      }
      withExtendedLifetime(index) {}
    }

    /// Runs the commands of a rule in one way, and expects that each fails with the policy line and
    /// installs nothing, unless the rule permits this way.
    private func attempt(
      _ attempts: [Transcript.Section], by way: Way, isPermitted: Bool
    ) async throws {
      #expect(!attempts.isEmpty)
      let lock = sandbox.text("Toolfile.lock")
      for attempt in attempts {
        var words = Transcript.words(of: attempt.argument)
        let index = try #require(words.firstIndex(of: "bootstrap"))
        words.replaceSubrange(index...index, with: way.words)
        words = words.map {
          $0.replacing("$PROJECT", with: sandbox.path("."))
            .replacing("$ROOT", with: sandbox.path("$ROOT"))
            .replacing("$SANDBOX", with: sandbox.path("$SANDBOX"))
        }
        let outcome = try await sandbox.run(words)
        if isPermitted {
          #expect(
            !outcome.standardError.contains("/etc/bootstrap/policy"), "\(outcome.standardError)")
          continue
        }
        let isExec = words.contains("exec") && attempt.argument.contains("bootstrap exec")
        #expect(
          outcome.exitCode == (isExec ? 127 : 77), "\(words)\n\(outcome.standardError)")
        #expect(
          outcome.standardError.contains("policy    /etc/bootstrap/policy:1: "),
          "\(words)\n\(outcome.standardError)")
        #expect(sandbox.tree("$ROOT/installs") == [])
        #expect(sandbox.tree("$SANDBOX/other-root/installs") == [])
        #expect(sandbox.text("Toolfile.lock") == lock)
        #expect(!sandbox.exists("marked"))
      }
    }

    @Test func `every rule and every way has a cell`() {
      #expect(Self.rules.count >= 20)
      #expect(Way.all.count >= 10)
    }
  }
#endif
