import CGraphics

/// A compiled program. Both programs have the same attributes and read the same vertices.
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

  func use() { glUseProgram(program) }

  /// Sets up the attributes to read from the bound vertex buffer, for any current program.
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

  private static func compile(_ source: String, kind: Int32, name: String) throws(GraphicsError) -> GLuint {
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

  /// The maximum length of a driver's log, in bytes.
  private static let longestLog = 2048

  private static func log(_ fetch: (GLsizei, UnsafeMutablePointer<CChar>) -> Void) -> String {
    var text = [CChar](repeating: 0, count: longestLog)
    text.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { fetch(GLsizei(buffer.count), start) }
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// One corner of a quad in the GPU's format: plain 32-bit fields without padding.
struct QuadVertex {
  /// The position in clip space. z is always 0: the order of sprites decides which covers which.
  var x: Float
  var y: Float
  var w: Float
  /// The position in the quad's plane, in points from its center.
  var placeX: Float
  var placeY: Float
  /// The result of `Quad.slopes(at:)`.
  var slopeXX: Float
  var slopeXY: Float
  var slopeYX: Float
  var slopeYY: Float
  /// Half the extent and the corner radius, in points.
  var halfWidth: Float
  var halfHeight: Float
  var radius: Float
  /// The bias for the GPU's level of detail.
  var bias: Float
  /// The texture's coordinates at the quad's center, and their change per point.
  var textureX: Float
  var textureY: Float
  var texturePerPointX: Float
  var texturePerPointY: Float
  /// The premultiplied color: red in the first byte, then green, blue and alpha.
  var color: UInt32
}

/// One attribute of the vertex shader.
struct VertexAttribute {
  /// The name in the shader.
  let name: String
  /// The number of components.
  let count: Int32
  /// The offset from the beginning of a vertex, in bytes.
  let offset: Int
  /// Whether the components are bytes, with 0 to 255 for 0 to 1. If not, they are floats.
  var isBytes = false
}

extension QuadVertex {
  /// The attributes in the order of the fields. The index is the attribute's location.
  static let attributes = [
    VertexAttribute(name: "a_clip", count: 3, offset: 0),
    VertexAttribute(name: "a_place", count: 2, offset: 12),
    VertexAttribute(name: "a_slopes", count: 4, offset: 20),
    VertexAttribute(name: "a_shape", count: 4, offset: 36),
    VertexAttribute(name: "a_texture", count: 4, offset: 52),
    VertexAttribute(name: "a_color", count: 4, offset: 68, isBytes: true),
  ]
}

/// The vertices of the pending quads, and their single vertex buffer.
final class QuadBuffer {
  /// The maximum number of quads in one upload. GLES2 has only 16-bit indices, enough for 16,384 quads. A
  /// frame has a few hundred.
  static let capacity = 4096

  /// The number of pending quads.
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

  /// Uploads the pending vertices. Uses a new data store each time, to avoid waiting for the last frame.
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

/// The sources of the two programs: textured rectangles in perspective with rounded, antialiased edges, and
/// their insides.
enum ShaderSource {
  /// Passes on the fields of `QuadVertex`. It includes W, which gives fragments the exact depth.
  static let vertex = """
    attribute vec3 a_clip;
    attribute vec2 a_place;
    attribute vec4 a_slopes;
    attribute vec4 a_shape;
    attribute vec4 a_texture;
    attribute vec4 a_color;
    varying vec3 v_place;
    varying vec4 v_slopes;
    varying vec4 v_shape;
    varying vec4 v_texture;
    varying vec4 v_color;
    void main() {
      gl_Position = vec4(a_clip.xy, 0.0, a_clip.z);
      v_place = vec3(a_place, a_clip.z);
      v_slopes = a_slopes;
      v_shape = a_shape;
      v_texture = a_texture;
      v_color = a_color;
    }
    """

  /// Computes the coverage of a pixel as the product of two strips, each clipped to a window one pixel wide.
  /// One strip is between the left and right edge, the other between the upper and lower edge. This is exact
  /// for straight edges in any direction and for slivers thinner than a pixel. In a corner, the coverage is
  /// limited by the corner's circle, with the projected distance along the circle's normal.
  static let fragment = """
    #ifdef GL_FRAGMENT_PRECISION_HIGH
    precision highp float;
    #else
    precision mediump float;
    #endif
    varying vec3 v_place;
    varying vec4 v_slopes;
    varying vec4 v_shape;
    varying vec4 v_texture;
    varying vec4 v_color;
    uniform sampler2D u_page;
    void main() {
      vec2 place = v_place.xy;
      vec2 beyond = abs(place) - v_shape.xy;
      vec4 slopes = v_slopes * v_place.z;
      vec2 pixel = vec2(length(slopes.xy), length(slopes.zw));
      vec2 strips = clamp(0.5 - beyond / pixel, vec2(0.0), min(vec2(1.0), 2.0 * v_shape.xy / pixel));
      float coverage = strips.x * strips.y;
      vec2 corner = max(beyond + v_shape.z, vec2(0.0));
      float reach = length(corner);
      vec2 normal = corner * sign(place);
      float across = max(length(normal.x * slopes.xy + normal.y * slopes.zw), 0.0001);
      float round = clamp(0.5 - (reach - v_shape.z) * reach / across, 0.0, 1.0);
      coverage = min(coverage, min(corner.x, corner.y) > 0.0 ? round : 1.0);
      vec2 spot = v_texture.xy + clamp(place, -v_shape.xy, v_shape.xy) * v_texture.zw;
      gl_FragColor = texture2D(u_page, spot, v_shape.w) * v_color * coverage;
    }
    """

  /// The vertex shader for insides, without edges and blending.
  static let insideVertex = """
    attribute vec3 a_clip;
    attribute vec2 a_place;
    attribute vec4 a_slopes;
    attribute vec4 a_shape;
    attribute vec4 a_texture;
    attribute vec4 a_color;
    varying vec3 v_spot;
    varying vec4 v_color;
    void main() {
      gl_Position = vec4(a_clip.xy, 0.0, a_clip.z);
      v_spot = vec3(a_texture.xy + a_place * a_texture.zw, a_shape.w);
      v_color = a_color;
    }
    """

  /// Samples the texture and multiplies by the color.
  static let insideFragment = """
    #ifdef GL_FRAGMENT_PRECISION_HIGH
    precision highp float;
    #else
    precision mediump float;
    #endif
    varying vec3 v_spot;
    varying vec4 v_color;
    uniform sampler2D u_page;
    void main() { gl_FragColor = texture2D(u_page, v_spot.xy, v_spot.z) * v_color; }
    """
}
