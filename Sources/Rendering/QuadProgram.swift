import CGraphics

/// A compiled program. Both have the same attributes, so that they read the same vertices.
final class QuadProgram {
  private let program: GLuint

  init(vertex vertexSource: String, fragment fragmentSource: String) throws(GraphicsError) {
    let vertex = try Self.compile(vertexSource, kind: GL_VERTEX_SHADER, name: "vertex")
    defer { glDeleteShader(vertex) }
    let fragment = try Self.compile(fragmentSource, kind: GL_FRAGMENT_SHADER, name: "fragment")
    defer { glDeleteShader(fragment) }
    program = glCreateProgram()
    glAttachShader(program, vertex)
    glAttachShader(program, fragment)
    for (location, attribute) in QuadVertex.attributes.enumerated() {
      glBindAttribLocation(program, GLuint(location), attribute.name)
    }
    glLinkProgram(program)
    var linked: GLint = 0
    glGetProgramiv(program, GLenum(GL_LINK_STATUS), &linked)
    guard linked == GL_TRUE else {
      let log = Self.log { glGetProgramInfoLog(program, $0, nil, $1) }
      glDeleteProgram(program)
      throw .programRejected(log: log)
    }
    glUseProgram(program)
    glUniform1i(glGetUniformLocation(program, "u_page"), 0)
  }

  /// Makes it the current program.
  func use() { glUseProgram(program) }

  /// Has the attributes read from the bound vertex buffer, whichever program is current.
  static func readVertices() {
    let stride = GLsizei(MemoryLayout<QuadVertex>.stride)
    for (location, attribute) in QuadVertex.attributes.enumerated() {
      glEnableVertexAttribArray(GLuint(location))
      glVertexAttribPointer(
        GLuint(location), attribute.count, GLenum(attribute.isBytes ? GL_UNSIGNED_BYTE : GL_FLOAT),
        GLboolean(attribute.isBytes ? GL_TRUE : GL_FALSE), stride,
        UnsafeRawPointer(bitPattern: attribute.offset))
    }
  }

  func delete() { glDeleteProgram(program) }

  static func compile(_ source: String, kind: Int32, name: String) throws(GraphicsError) -> GLuint {
    let shader = glCreateShader(GLenum(kind))
    source.withCString { text in
      var pointer: UnsafePointer<CChar>? = text
      glShaderSource(shader, 1, &pointer, nil)
    }
    glCompileShader(shader)
    var compiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &compiled)
    guard compiled == GL_TRUE else {
      let log = log { glGetShaderInfoLog(shader, $0, nil, $1) }
      glDeleteShader(shader)
      throw .shaderRejected(stage: name, log: log)
    }
    return shader
  }

  /// The most of a driver's explanation that is passed on, in bytes.
  private static let longestLog = 2048

  private static func log(_ fetch: (GLsizei, UnsafeMutablePointer<CChar>) -> Void) -> String {
    var text = [CChar](repeating: 0, count: longestLog)
    text.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { fetch(GLsizei(buffer.count), start) }
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
