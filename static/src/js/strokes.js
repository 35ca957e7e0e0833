// A drawn signature as vectors: its strokes are lists of points [u, v, pressure, time]. The units of u and v are the
// width of the drawing, from the middle of its line, so that it fits any size: after a phone is turned, and on the next
// page.
import SignaturePad from "signature_pad";

const ink = "rgb(16, 26, 51)";
const margin = 8;

// The distance of the line from the top, as a part of the height; static/src/css/sign.css draws it.
const line = 0.74;

// The shortest length of a signature, in widths of the drawing: more than a dot or a tick.
const shortest = 0.3;

// Reads the strokes that this tab keeps of a signature.
export function read(key) {
  try { return JSON.parse(sessionStorage.getItem(key)) ?? []; } catch { return []; }
}

// Keeps the strokes of a signature until the tab is closed; without any, it forgets the signature.
export function keep(key, strokes) {
  try {
    if (strokes.length) sessionStorage.setItem(key, JSON.stringify(strokes));
    else sessionStorage.removeItem(key);
  } catch { /* the strokes stay on the page */ }
}

// Reports whether the strokes are long enough for a signature.
export function isEnough(strokes) {
  let length = 0;
  for (const stroke of strokes) {
    stroke.slice(1).forEach(([u, v], i) => { length += Math.hypot(u - stroke[i][0], v - stroke[i][1]); });
  }
  return length >= shortest;
}

// Returns where the strokes lie in a drawing of this size: the middle of the line, and the unit in pixels, smaller than
// the width if the strokes would leave the drawing.
export function frameOf(strokes, width, height) {
  const frame = { x: width / 2, y: height * line, unit: width };
  const limit = (room, reach) => { if (reach > 0) frame.unit = Math.min(frame.unit, Math.max(room - margin, 1) / reach); };
  for (const [u, v] of strokes.flat()) {
    limit(frame.x, Math.abs(u));
    limit(frame.y, -v);
    limit(height - frame.y, v);
  }
  return frame;
}

// Returns the strokes of a signature_pad.
export function fromPad(groups, frame) {
  const round = (value) => Math.round(value * 1e5) / 1e5;
  return groups.map(({ points }) => points.map(({ x, y, pressure, time }) =>
    [round((x - frame.x) / frame.unit), round((y - frame.y) / frame.unit), round(pressure), time]));
}

// Returns a signature_pad on a canvas with the strokes in a frame.
export function padOn(canvas, strokes, frame) {
  const pen = { penColor: ink, minWidth: frame.unit * 0.0035, maxWidth: frame.unit * 0.0095, dotSize: 0 };
  const pad = new SignaturePad(canvas, { ...pen, minDistance: 2 });
  pad.fromData(strokes.map((stroke) => ({ ...pen, velocityFilterWeight: 0.7, compositeOperation: "source-over",
    points: stroke.map(([u, v, pressure, time]) => ({ x: frame.x + u * frame.unit, y: frame.y + v * frame.unit, pressure, time })) })));
  return pad;
}

// Returns the strokes alone as the data URL of a PNG. A field of a form holds 64 KB, so that a very dense one is drawn
// smaller.
export function picture(strokes) {
  for (const width of [900, 600, 300]) {
    const url = pictureOf(strokes, width, width * 0.4);
    if (url.length < 60_000 || width === 300) return url;
  }
}

function pictureOf(strokes, width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const points = strokes.flat();
  const [left, right] = bounds(points.map(([u]) => u));
  const [top, bottom] = bounds(points.map(([, v]) => v));
  const unit = Math.min((width - 4 * margin) / (right - left || 1), (height - 4 * margin) / (bottom - top || 1), 2 * width);
  padOn(canvas, strokes, { x: width / 2 - unit * (left + right) / 2, y: height / 2 - unit * (top + bottom) / 2, unit }).off();
  return canvas.toDataURL("image/png");
}

function bounds(values) {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

// Reports whether the browser lets a page read what it draws; some that protect against recognition return noise.
export function canDraw() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext?.("2d");
  if (!context) return false;
  context.fillStyle = ink;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].join() === "16,26,51,255";
}
