// Frames into a WebM file, encoded one by one: exact however slow the machine.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from "mediabunny";

export const FPS = 30;
const BITRATE = 6_000_000;
/** A player finds its way from one whole picture to the next: one in so many frames. */
const WHOLE = 2 * FPS;
/** Frames handed to the encoder that it has not begun with. */
const AHEAD = 2;

/** The best first: what the encoder calls it, and what the file does. */
const CODECS = [
  { codec: "vp09.00.40.08", name: "vp9" },
  { codec: "vp8", name: "vp8" },
] as const;

/** Filming in real time instead was tried: a machine that cannot keep up loses frames without a word. */
const NO_ENCODER =
  "This browser cannot encode a video here. Chrome, Edge, Firefox and Safari of today can, where the page comes from this machine or by HTTPS.";

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
  return encoded(reel, chosen, progress, signal);
}

interface Chosen {
  name: (typeof CODECS)[number]["name"];
  config: VideoEncoderConfig;
}

async function codecFor({ width, height }: HTMLCanvasElement): Promise<Chosen> {
  if (typeof VideoEncoder === "undefined") throw new Error(NO_ENCODER);
  for (const { codec, name } of CODECS) {
    const config: VideoEncoderConfig = { codec, width, height, bitrate: BITRATE, framerate: FPS };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return { name, config };
  }
  throw new Error(NO_ENCODER);
}

async function encoded(reel: Reel, { name, config }: Chosen, progress: (done: number) => void, signal: AbortSignal): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const track = new EncodedVideoPacketSource(name);
  output.addVideoTrack(track, { frameRate: FPS });
  await output.start();
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  let written = Promise.resolve();
  const write = (chunk: EncodedVideoChunk, meta?: EncodedVideoChunkMetadata) => {
    written = written.then(() => track.add(EncodedPacket.fromEncodedChunk(chunk), meta));
    written.catch((error: unknown) => fail(error));
  };
  const encoder = new VideoEncoder({ output: write, error: (error) => fail(error) });
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
    await written;
    await output.finalize();
    signal.throwIfAborted();
    return new Blob([target.buffer!], { type: "video/webm" });
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
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
