import Testing
import Versions

@Suite struct CompatibleRequirementTests {
  @Test(
    arguments: [
      ("1.4.2", .semver, "~> 1.4"), ("24.19.0", .semver, "~> 24.19"), ("14", .general, "~> 14"),
      ("1.4", .rubygems, "~> 1.4"), ("0.17.6", .pep440, "~> 0.17.6"), ("0.4", .pep440, "~> 0.4.0"),
      ("0.0.3", .semver, "~> 0.0.3"), ("2024.1.15", .pep440, ">= 2024.1.15"),
      ("2024-01-01", .general, ">= 2024-01-01"), ("20240101", .general, ">= 20240101"),
      ("1.0.0-rc.1", .semver, ">= 1.0.0-rc.1"), ("1!2.3", .pep440, ">= 1!2.3"),
      ("1.2.0.1", .pep440, "~> 1.2"),
    ] as [(String, VersionScheme, String)])
  func `a requirement admits compatible versions`(
    _ text: String, scheme: VersionScheme, expected: String
  ) throws {
    let version = try Version(parsing: text, scheme: scheme)
    let requirement = Requirement(compatibleWith: version)
    #expect(requirement.description == expected)
    #expect(try requirement.admits(version))
  }
}
