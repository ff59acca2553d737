import CShim
import Testing

@testable import Selection

@Suite struct FileIdentityTests {
  @Test func `a seal stays valid when the device gets another number`() {
    var status = shim_status()
    status.device = 1
    status.inode = 2
    status.size = 3
    status.modified = 4
    status.changed = 5
    let name = FileIdentity(status).sealName(forSubjectWithDigest: 6)
    #expect(String(decoding: name, as: UTF8.self) == "2-3-4-5-6-3")
    // macOS numbers the devices again at each start.
    status.device = 7
    #expect(FileIdentity(status).sealName(forSubjectWithDigest: 6) == name)
    #expect(FileIdentity(status).sealName(forSubjectWithDigest: 7) != name)
    status.changed = 6
    #expect(FileIdentity(status).sealName(forSubjectWithDigest: 6) != name)
  }
}
