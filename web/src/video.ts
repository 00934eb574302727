// Frames into a WebM file: encoded one by one where the browser can, exact however slow the machine; else filmed as they play.
import { ArrayBufferTarget, Muxer } from "webm-muxer";

export const FPS = 30;
const BITRATE = 6_000_000;
/** A player finds its way from one whole picture to the next: one in so many frames. */
const WHOLE = 2 * FPS;
/** Frames handed to the encoder that it has not begun with. */
const AHEAD = 2;

/** Ms that the recorder is given for the last frames: when it is stopped it drops what it has not encoded yet. */
const LINGER = 1000;

/** Ms after which a recorder that has not begun will not. */
const PATIENCE = 20_000;

/** The best first: what the encoder calls it, and what the file does. */
const CODECS = [
  { codec: "vp09.00.40.08", name: "V_VP9" },
  { codec: "vp8", name: "V_VP8" },
] as const;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** What is filmed: `draw` puts frame 0 to `frames - 1` on the canvas, whose width and height are even. */
export interface Reel {
  readonly canvas: HTMLCanvasElement;
  readonly frames: number;
  draw(index: number): void;
}

/** `progress` hears the part that is done, 0 to 1. Aborted, it rejects with the signal's reason and leaves nothing behind. */
export async function webm(reel: Reel, progress: (done: number) => void, signal: AbortSignal): Promise<Blob> {
  const chosen = await codecFor(reel.canvas);
  signal.throwIfAborted();
  return chosen === null ? filmed(reel, progress, signal) : encoded(reel, chosen, progress, signal);
}

interface Chosen {
  name: string;
  config: VideoEncoderConfig;
}

/** Null where frames cannot be encoded one by one: an old browser, or a page that came by plain HTTP from another machine. */
async function codecFor({ width, height }: HTMLCanvasElement): Promise<Chosen | null> {
  if (typeof VideoEncoder === "undefined") return null;
  for (const { codec, name } of CODECS) {
    const config: VideoEncoderConfig = { codec, width, height, bitrate: BITRATE, framerate: FPS };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return { name, config };
  }
  return null;
}

async function encoded(reel: Reel, { name, config }: Chosen, progress: (done: number) => void, signal: AbortSignal): Promise<Blob> {
  const { width, height } = reel.canvas;
  const muxer = new Muxer({ target: new ArrayBufferTarget(), video: { codec: name, width, height, frameRate: FPS } });
  let fail: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  const encoder = new VideoEncoder({ output: (chunk, meta) => muxer.addVideoChunk(chunk, meta), error: (error) => fail(error) });
  try {
    encoder.configure(config);
    for (let index = 0; index < reel.frames; index++) {
      reel.draw(index);
      const timestamp = Math.round((index * 1e6) / FPS);
      const frame = new VideoFrame(reel.canvas, { timestamp, duration: Math.round(1e6 / FPS) });
      encoder.encode(frame, { keyFrame: index % WHOLE === 0 });
      frame.close();
      progress((index + 1) / reel.frames);
      await Promise.race([encoder.encodeQueueSize > AHEAD ? oneLess(encoder) : breath(), failed]);
      signal.throwIfAborted();
    }
    await Promise.race([encoder.flush(), failed]);
    signal.throwIfAborted();
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  muxer.finalize();
  return new Blob([muxer.target.buffer], { type: "video/webm" });
}

const oneLess = (encoder: VideoEncoder) => new Promise((resolve) => encoder.addEventListener("dequeue", resolve, { once: true }));

/** Lets the page draw and hear; unlike a timer it is not slowed down in a hidden tab. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const until = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

/** In the video's own time; a machine that cannot keep up films slowly, and every frame is there all the same. */
async function filmed(reel: Reel, progress: (done: number) => void, signal: AbortSignal): Promise<Blob> {
  const type = typeof MediaRecorder === "undefined" ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  if (type === undefined) throw new Error("This browser cannot record WebM videos.");
  reel.draw(0);
  const stream = reel.canvas.captureStream(FPS);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITRATE });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error("The browser's recorder failed."));
  });
  try {
    let began = false;
    recorder.onstart = () => (began = true);
    recorder.start();
    // It begins with the first frame that it has encoded; what comes before that is lost.
    for (const patience = performance.now() + PATIENCE; !began; signal.throwIfAborted()) {
      if (performance.now() > patience) throw new Error("The browser's recorder does not begin.");
      reel.draw(0);
      await until(performance.now() + 1000 / FPS);
    }
    let due = performance.now();
    for (let index = 0; index < reel.frames; index++) {
      reel.draw(index);
      progress((index + 1) / reel.frames);
      due = Math.max(due + 1000 / FPS, performance.now());
      await until(due);
      signal.throwIfAborted();
    }
    await until(performance.now() + LINGER);
    recorder.stop();
    await ended;
    signal.throwIfAborted();
  } finally {
    if (recorder.state !== "inactive") recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
  return new Blob(parts, { type: "video/webm" });
}
