"""The scene's shaders (GLSL, three.js r97 on WebGL 2). Time is the z of their group: see `stage.py`."""

from __future__ import annotations

import re

from backpulse.view.look import ARRIVAL, EASE_TRAVEL, ROLES, role, size


def _sized(shader: str) -> str:
    """The shader with the sizes that it names, `@lane.offset`, as numbers of GLSL."""
    return re.sub(r"@(\w+\.\w+)", lambda name: _number(size(name[1])), shader)


def _number(value: float) -> str:
    return f"{value:g}".removeprefix("0")


_X1, _Y1, _X2, _Y2 = map(_number, EASE_TRAVEL)

_COMMON = f"""
uniform float palette[{3 * len(ROLES)}];
uniform vec4 mood; // strength of contact shadow, ambient shadow, halo; where the backward pass begins
const float ARRIVAL = {ARRIVAL:.6f};
#define CUT {role("cut"):d}.
vec3 tint(float role) {{
  int i = 3 * int(role + .5);
  return vec3(palette[i], palette[i + 1], palette[i + 2]);
}}
// cubic-bezier({_X1}, {_Y1}, {_X2}, {_Y2}), by bisection
float eased(float x) {{
  x = clamp(x, 0., 1.);
  float low = 0., high = 1.;
  for (int i = 0; i < 12; i++) {{
    float s = (low + high) / 2., r = 1. - s;
    if (3. * {_X1} * s * r * r + 3. * {_X2} * s * s * r + s * s * s < x) low = s; else high = s;
  }}
  float s = (low + high) / 2., r = 1. - s;
  return 3. * {_Y1} * s * r * r + 3. * s * s * r + s * s * s;
}}
"""

# How far p is from a disc's sign, 0 minus, 1 a dot, 2 plus, whose strokes are so long and so thick.
_SIGN = """
float arms(vec2 p, float sign_, vec2 stroke) {
  if (sign_ > .5 && sign_ < 1.5) return length(p) - .16;
  float level = max(p.x - stroke.x, p.y - stroke.y);
  return sign_ > 1.5 ? min(level, max(p.y - stroke.x, p.x - stroke.y)) : level;
}
"""
_VERTEX = (
    _COMMON
    + "#define TIME (modelMatrix[3].z)\n#define EYE(p) (projectionMatrix * viewMatrix * vec4(p, 1.))\n"
)

SLAB_VERTEX = (
    _VERTEX
    + """
attribute vec2 tone; // role, light
varying vec3 paint;
void main() {
  paint = tint(tone.x) * tone.y;
  gl_Position = EYE(position);
}
"""
)
PLAIN_FRAGMENT = """
varying vec3 paint;
void main() { gl_FragColor = vec4(paint, 1.); }
"""

_TUBE = """
varying float share;
varying float light;
varying vec2 lit; // from, to in share
varying vec3 bright;
varying vec3 quiet;
"""
TUBE_VERTEX = _sized(
    _VERTEX
    + _TUBE
    + """
attribute vec3 out_;
attribute vec4 way; // share, begin, direction, kind of ring
attribute vec4 ink; // role, radius in 1/2550 u, idle role, idle radius
void main() {
  bool back = TIME > mood.w - .0005;
  float since = (TIME - way.y) / ARRIVAL;
  float travel = eased(since);
  bool mine = (way.z > .5) == back && since > 0.;
  share = way.x;
  lit = !mine ? vec2(2., -1.) : way.z > .5 ? vec2(1. - travel, 1.) : vec2(0., travel);
  float front = way.z > .5 ? 1. - travel : travel;
  bool inside = mine && share >= lit.x - .0001 && share <= lit.y + .0001;
  float radius = inside ? ink.y / 2550. : ink.w / 2550.;
  if (inside && travel < .998) {
    float near = 1. - min(1., abs(share - front) / @pulse.tail);
    radius += @pulse.swell * near * near;
  }
  if (way.w > .5) {
    bool there = mine ? travel > .99 : way.z < .5;
    radius = way.w > 1.5 || !there ? 0. : .105 * (mine ? clamp(.6 + radius * 6., .75, 1.1) : .72);
  }
  light = .80 + .24 * max(0., dot(normalize(out_), normalize(vec3(-.35, .6, .72))));
  bright = tint(ink.x);
  quiet = tint(ink.z);
  gl_Position = EYE(position + out_ * radius);
}
"""
)
TUBE_FRAGMENT = (
    _TUBE
    + """
void main() {
  bool inside = share >= lit.x && share <= lit.y;
  gl_FragColor = vec4((inside ? bright : quiet) * light, 1.);
}
"""
)

_QUAD = """
varying vec2 at;
varying vec2 extent;
varying vec4 inks;
varying vec4 sizes;
varying float kind;
varying float shown;
varying vec3 first;
varying vec3 second;
"""
QUAD_VERTEX = (
    _VERTEX
    + _QUAD
    + """
attribute vec4 place; // corner, half size
attribute vec4 size; // half height or blur or radius; step; corner; line
attribute vec4 span; // from, to, fade, kind
attribute vec4 ink;
void main() {
  kind = span.w;
  vec3 spot = position;
  extent = place.zw;
  if (kind > 3.5 && kind < 4.5) {
    extent = vec2(size.y * (ink.w - ink.z) * .5, size.x);
    spot.x += size.y * (place.x < 0. ? ink.z : ink.w);
  } else if (kind > 4.5) spot.x += size.y * ink.z;
  at = place.xy * extent;
  inks = ink;
  sizes = size;
  shown = TIME > span.x && TIME <= span.y ? 1. : 0.;
  if (span.z > 0.) shown *= clamp((TIME - span.x) / span.z, 0., 1.);
  bool glyph = kind > .5 && kind < 1.5;
  first = tint(glyph ? ink.y : ink.x);
  second = kind < .5 || kind > 2.5 && kind < 4.5 ? tint(ink.y) : tint(CUT);
  bool empty = glyph ? ink.x < .5 : kind > 3.5 && kind < 4.5 ? ink.w <= ink.z : kind > 4.5 && ink.x < .5;
  gl_Position = shown > 0. && !empty ? EYE(spot) : vec4(2., 2., 2., 1.);
}
"""
)
QUAD_FRAGMENT = (
    _COMMON
    + _SIGN
    + _QUAD
    + """
uniform float rows;
uniform sampler2D atlas;
float box(vec2 p, vec2 half_, float r) {
  vec2 q = abs(p) - half_ + r;
  return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - r;
}
void main() {
  vec4 pixel;
  if (kind > .5 && kind < 1.5) {
    float cell = floor(inks.x + .5);
    vec2 corner = vec2(mod(cell, 16.), floor(cell / 16.));
    vec2 inside = at / extent * .5 + .5;
    vec2 uv = (corner + vec2(inside.x, 1. - inside.y)) / vec2(16., rows);
    pixel = vec4(first, texture2D(atlas, vec2(uv.x, 1. - uv.y)).r * inks.w / 255.);
  } else if (kind > 1.5 && kind < 2.5) {
    float blur = sizes.x;
    float d = box(at, extent - blur, sizes.z);
    float k = 1. - smoothstep(-blur, blur, d);
    pixel = vec4(first, k * k * inks.w / 255.);
  } else if (kind > 2.5 && kind < 3.5) {
    vec2 line = abs(fract(at - .5) - .5) / fwidth(at);
    float on = 1. - clamp(min(line.x, line.y) - .3, 0., 1.);
    float far = clamp(length(at / extent) * 1.6 - .35, 0., 1.);
    pixel = vec4(mix(first, second, on * (1. - far)), 1.);
  } else if (kind > 4.5) {
    float d = length(at) - extent.x, edge = fwidth(d);
    float arm = arms(abs(at) / extent.x, inks.y, vec2(.52, .13)) * extent.x;
    pixel = vec4(mix(first, second, 1. - smoothstep(-edge, edge, arm)), 1. - smoothstep(-edge, edge, d));
  } else {
    float d = box(at, extent, min(sizes.z, min(extent.x, extent.y))), edge = fwidth(d);
    float inside = 1. - smoothstep(-edge, edge, d);
    float line = sizes.w > 0. ? smoothstep(-edge, edge, d + sizes.w) : 0.;
    float filled = kind > 3.5 ? 1. : inks.w / 255.;
    pixel = vec4(mix(first, second, line), inside * max(filled, line));
  }
  if (pixel.a * shown < .004) discard;
  gl_FragColor = vec4(pixel.rgb, pixel.a * shown);
}
"""
)

_PULSE = """
varying vec2 at;
varying vec3 fill;
varying vec3 ground;
varying float sign_;
"""
PULSE_VERTEX = _sized(
    _VERTEX
    + _PULSE
    + """
attribute vec4 way; // corner, begin, direction
attribute vec3 c1;
attribute vec3 c2;
attribute vec3 p1;
attribute vec2 part; // the stretch of the way that this piece covers
attribute vec4 ink; // role, radius, sign, 0
const float REACH = @pulse.halo, OFFSET = @lane.offset;
void main() {
  bool back = TIME > mood.w - .0005;
  float since = (TIME - way.z) / ARRIVAL;
  float travel = eased(since);
  float s = way.w > .5 ? 1. - travel : travel;
  float u = clamp((s - part.x) / (part.y - part.x), 0., 1.), v = 1. - u;
  vec3 p = v*v*v*position + 3.*v*v*u*c1 + 3.*v*u*u*c2 + u*u*u*p1;
  vec3 t = 3.*v*v*(c1 - position) + 6.*v*u*(c2 - c1) + 3.*u*u*(p1 - c2);
  vec2 side = normalize(vec2(-t.y, t.x)) * (way.w > .5 ? -OFFSET : OFFSET);
  bool mine = s >= part.x && (s < part.y || part.y > .999);
  bool here = since > 0. && since < 1. && (way.w > .5) == back && mine;
  at = way.xy * REACH;
  fill = tint(ink.x);
  ground = tint(CUT);
  sign_ = ink.z;
  gl_Position = here ? EYE(p + vec3(side + at, .40)) : vec4(2., 2., 2., 1.);
}
"""
)
PULSE_FRAGMENT = _sized(
    _COMMON
    + _SIGN
    + _PULSE
    + """
void main() {
  const float RADIUS = @pulse.radius, RING = @pulse.ring;
  float r = length(at), edge = fwidth(r);
  float halo = max(0., 1. - r / @pulse.halo);
  vec4 pixel = vec4(fill, halo * halo * mood.z);
  float ring = 1. - smoothstep(-edge, edge, r - RADIUS);
  float disc = 1. - smoothstep(-edge, edge, r - RADIUS + RING);
  float arm = arms(abs(at) / RADIUS, sign_, vec2(.5, .11)) * RADIUS;
  vec3 inner = mix(fill, ground, 1. - smoothstep(-edge, edge, arm));
  pixel = mix(pixel, vec4(mix(vec3(1.), inner, disc), 1.), ring);
  gl_FragColor = pixel;
}
"""
)
