/// One corner of a quad as the GPU gets it. Plain 32-bit fields in order, so that the layout is what it looks like.
struct QuadVertex {
  /// In clip space; z is 0 throughout, the order of sprites decides what covers what.
  var x: Float
  var y: Float
  var w: Float
  /// In the quad's plane, in points from its centre.
  var placeX: Float
  var placeY: Float
  /// `Quad.slopes(at:)`.
  var slopeXX: Float
  var slopeXY: Float
  var slopeYX: Float
  var slopeYY: Float
  /// Half the extent and the corner radius, in points.
  var halfWidth: Float
  var halfHeight: Float
  var radius: Float
  /// Added to the level of detail that the GPU finds.
  var bias: Float
  /// The texture's coordinates at the quad's centre, and their change per point.
  var textureX: Float
  var textureY: Float
  var texturePerPointX: Float
  var texturePerPointY: Float
  /// Premultiplied; red in the first byte, then green, blue and alpha.
  var color: UInt32
}

/// One attribute of the vertex shader.
struct VertexAttribute {
  /// As the shader names it.
  let name: String
  /// How many numbers.
  let count: Int32
  /// Bytes from the beginning of a vertex.
  let offset: Int
  /// Whether they are bytes from 0 to 255 that stand for 0 to 1; else floats.
  var isBytes = false
}

extension QuadVertex {
  /// In the order of the fields; the index is the attribute's location.
  static let attributes = [
    VertexAttribute(name: "a_clip", count: 3, offset: 0),
    VertexAttribute(name: "a_place", count: 2, offset: 12),
    VertexAttribute(name: "a_slopes", count: 4, offset: 20),
    VertexAttribute(name: "a_shape", count: 4, offset: 36),
    VertexAttribute(name: "a_texture", count: 4, offset: 52),
    VertexAttribute(name: "a_color", count: 4, offset: 68, isBytes: true),
  ]
}
