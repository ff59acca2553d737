import Corpora
import Foundation
import Sandboxes
import Snapshots
import Testing

/// rbenv's own tests, translated: its versions become versions of the tool `ruby`. The page
/// "Coming from rbenv" lists those that have another outcome here, and this suite reads that list.
@Suite(.sandbox, .enabled(if: BuiltPrograms.has("bootstrap"), "the programs are not built"))
struct RbenvConformanceTests {
  /// What the page says about a case.
  enum Remark: String {
    /// The outcome differs on purpose.
    case differs
    /// There is nothing here that the case could be about.
    case none
  }

  /// The remarks on the page, by the id of the case.
  static let remarks: [String: Remark] = {
    let page = URL(
      fileURLWithPath: "../Sources/bootstrap/bootstrap.docc/ComingFromRbenv.md",
      relativeTo: Snapshot.fixtures)
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [:] }
    var remarks: [String: Remark] = [:]
    for row in text.matches(of: /(?m)^\| (.+?) \| (differs|none) \|/) {
      for id in row.1.matches(of: /`([a-z]+-\d+)`/) {
        remarks[String(id.1)] = Remark(rawValue: String(row.2))
      }
    }
    return remarks
  }()

  @Test(
    "A case of rbenv has the same outcome here, unless the page says otherwise",
    .enabled(if: Corpora.has("cli"), Comment(rawValue: Corpora.absence)),
    arguments: RbenvCase.all)
  func outcome(_ rbenv: RbenvCase) async throws {
    let remark = Self.remarks[rbenv.id]
    if remark == Remark.none { return }
    let faults = try await RbenvTranslation(rbenv, in: sandbox).faults()
    if remark == .differs {
      #expect(!faults.isEmpty, "\(rbenv.id) has the same outcome, so the page must not list it")
    } else {
      #expect(faults.isEmpty, "\(rbenv.id): \(faults.joined(separator: "; "))")
    }
  }

  @Test(
    "The page lists only cases that exist",
    .enabled(if: Corpora.has("cli"), Comment(rawValue: Corpora.absence)))
  func page() throws {
    let ids = Set(try RbenvCase.loaded.get().map(\.id))
    #expect(ids.count > 50)
    #expect(Set(Self.remarks.keys).subtracting(ids) == [])
    let count = { (remark: Remark) in Self.remarks.values.count { $0 == remark } }
    print(
      "conformance: \(ids.count - count(.none)) of \(ids.count) cases of rbenv run, "
        + "\(count(.differs)) of them differ on purpose; \(count(.none)) do not apply")
  }
}
