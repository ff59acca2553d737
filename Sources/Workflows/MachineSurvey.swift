internal import Filesystem
package import Importing
package import Selection
package import SourceKinds

/// A survey of the packages that the user has installed with programs such as Homebrew.
package struct MachineSurvey: Sendable {
  private let programs: HelperPrograms

  /// The time limit for one program, in seconds. Homebrew takes a few seconds.
  private static let secondsLimit = 30
  /// The maximum size of a program's output in bytes.
  private static let byteLimit = 8 << 20

  /// Creates a survey that runs these programs.
  package init(_ programs: HelperPrograms) { self.programs = programs }

  /// Runs the programs that the machine has, and returns what they list.
  ///
  /// - Parameter registries: The definitions of tools.
  package func toolfile(_ registries: Registries) -> MachineToolfile {
    var toolfile = MachineToolfile(registries)
    for listing in MachineListing.allCases where hasPrograms(of: listing) {
      let answers = listing.questions.compactMap { answer(to: $0, of: listing) }
      toolfile.add(listing.packages(in: answers), of: listing)
    }
    return toolfile
  }

  private func hasPrograms(of listing: MachineListing) -> Bool {
    listing.questions.allSatisfy { !programs.all(named: $0.program).isEmpty }
  }

  private func answer(
    to question: MachineListing.Inquiry, of listing: MachineListing
  ) -> String? {
    guard let program = programs.all(named: question.program).first else { return nil }
    var environment = programs.environment
    for (name, value) in MachineListing.variables { environment.set(name, to: value.utf8) }
    let answer =
      (try? ChildProcess.answer(
        of: program, arguments: question.arguments, environment: environment,
        limit: Self.byteLimit, seconds: Self.secondsLimit)) ?? nil
    guard let answer, listing.isAnswer(answer.code) else { return nil }
    return String(decoding: answer.output, as: UTF8.self)
  }
}
