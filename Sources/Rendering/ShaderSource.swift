/// The two programs: textured rectangles in perspective, with rounded and antialiased edges; and their insides.
enum ShaderSource {
  /// Passes on what `QuadVertex` holds. W travels along, so that fragments know their depth exactly.
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

  /// How much of a pixel is covered is the product of two strips (between left and right edge, between upper and
  /// lower edge), each cut by a window one pixel wide; that is exact for edges of any direction that are straight
  /// across a pixel, and for slivers thinner than one. In a corner it is at most what the corner's circle leaves,
  /// whose distance is measured along the circle's normal, as it is seen.
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

  /// For what needs neither edges nor blending.
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

  /// A look-up and a product.
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
