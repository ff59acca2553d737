/// The binding of an object's properties to the parameters of a statement. Most values are bound
/// directly from memory, without calling a closure, which matters most in large insertions.
@safe
struct Binding: Sendable {
  /// The binding of one property: its memory layout and its offset in the struct.
  private struct Step {
    let layout: StorageLayout
    let offset: Int
  }

  private let steps: [Step]
  /// The closures that bind the properties, one for each. Only closures of properties with the
  /// layout `.other` are called.
  private let closures:
    [@Sendable (UnsafeRawPointer, StatementParameter) throws(StoreError) -> Void]

  init(of columns: [Column]) {
    steps = columns.map { Step(layout: $0.layout, offset: $0.offset) }
    unsafe closures = columns.map { unsafe $0.bind }
  }

  /// Binds every property of the object at this address, in the order of the columns.
  ///
  /// - Parameter count: The number of parameters before the first property's.
  func bind(
    _ object: UnsafeRawPointer, to statement: Statement, after count: Int = 0
  ) throws(StoreError) {
    for index in steps.indices {
      let parameter = statement.parameter(Int32(truncatingIfNeeded: count &+ index) &+ 1)
      try unsafe bind(object, index, to: parameter)
    }
  }

  /// Binds the property at a position of the columns.
  @inline(__always)
  func bind(
    _ object: UnsafeRawPointer, _ index: Int, to parameter: StatementParameter
  ) throws(StoreError) {
    let property = unsafe object + steps[index].offset
    switch steps[index].layout {
    case .integer64:
      try parameter.set(unsafe property.loadUnaligned(as: Int64.self))
    case .integer32:
      try parameter.set(Int64(unsafe property.loadUnaligned(as: Int32.self)))
    case .identity:
      let number = unsafe property.loadUnaligned(as: Int64.self)
      if number == 0 { try parameter.setNull() } else { try parameter.set(number) }
    case .text:
      try parameter.set(unsafe property.assumingMemoryBound(to: String.self).pointee)
    case .bytes(let count):
      try unsafe parameter.set(raw: UnsafeRawBufferPointer(start: property, count: count))
    case .other:
      try unsafe closures[index](object, parameter)
    }
  }
}
