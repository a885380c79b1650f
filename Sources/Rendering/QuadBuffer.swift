import CGraphics

/// The vertices of the quads that wait to be drawn, and the one vertex buffer they go through.
final class QuadBuffer {
  /// Quads in one hand-over. GLES2 has 16-bit indices only, which tell 16,384 quads apart; a frame has a few hundred.
  static let capacity = 4096

  /// How many quads wait.
  private(set) var count = 0
  private let vertices: UnsafeMutableBufferPointer<QuadVertex>
  private var vertexBuffer: GLuint = 0
  private var indexBuffer: GLuint = 0

  init() {
    vertices = .allocate(capacity: Self.capacity * 4)
    glGenBuffers(1, &vertexBuffer)
    glGenBuffers(1, &indexBuffer)
    bind()
    uploadIndices()
  }

  deinit { vertices.deallocate() }

  func delete() {
    glDeleteBuffers(1, &vertexBuffer)
    glDeleteBuffers(1, &indexBuffer)
  }

  func bind() {
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), vertexBuffer)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indexBuffer)
  }

  var isFull: Bool { count == Self.capacity }

  /// Adds a quad: upper left, upper right, lower left, lower right.
  func append(_ a: QuadVertex, _ b: QuadVertex, _ c: QuadVertex, _ d: QuadVertex) {
    let base = count * 4
    vertices[base] = a
    vertices[base + 1] = b
    vertices[base + 2] = c
    vertices[base + 3] = d
    count += 1
  }

  func removeAll() { count = 0 }

  /// Hands the waiting vertices over. A fresh store each time, so that the driver need not wait for the last frame.
  func upload() {
    let bytes = count * 4 * MemoryLayout<QuadVertex>.stride
    glBufferData(GLenum(GL_ARRAY_BUFFER), GLsizeiptr(bytes), vertices.baseAddress, GLenum(GL_STREAM_DRAW))
  }

  /// Draws some of the uploaded quads with the bound texture.
  func draw(_ quads: Range<Int>) {
    let firstByte = quads.lowerBound * 6 * MemoryLayout<UInt16>.stride
    glDrawElements(
      GLenum(GL_TRIANGLES), GLsizei(quads.count * 6), GLenum(GL_UNSIGNED_SHORT),
      UnsafeRawPointer(bitPattern: firstByte))
  }

  private func uploadIndices() {
    var indices: [UInt16] = []
    indices.reserveCapacity(Self.capacity * 6)
    for quad in 0..<Self.capacity {
      let base = UInt16(quad * 4)
      indices += [base, base + 1, base + 2, base + 2, base + 1, base + 3]
    }
    let bytes = indices.count * MemoryLayout<UInt16>.stride
    glBufferData(GLenum(GL_ELEMENT_ARRAY_BUFFER), GLsizeiptr(bytes), indices, GLenum(GL_STATIC_DRAW))
  }
}
