// The live channel against sockets that do what the test says, and what the page hears of it.
import { type Handlers, Live } from "./live";
import type { Trace } from "../model/messages";
import type { Closing, Socket } from "./tie";

export class FakeSocket implements Socket {
  binaryType = "blob";
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly sent: (string | ArrayBufferView<ArrayBuffer>)[] = [];
  /** As of a browser whose other side is gone: the end is heard of long after it was wanted, or never. */
  closing = false;

  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    this.sent.push(data);
  }

  close(): void {
    this.closing = true;
  }

  /** The other side, or the network, ends it. */
  end(closing?: Closing): void {
    this.onclose?.(closing as never);
  }

  open(): void {
    this.onopen?.(undefined as never);
  }

  receive(data: unknown): void {
    this.onmessage?.({ data: data instanceof Float64Array ? data.buffer : JSON.stringify(data) } as MessageEvent);
  }

  /** What was sent last, as an object or as numbers. */
  get last(): unknown {
    const data = this.sent[this.sent.length - 1];
    return typeof data === "string" ? (JSON.parse(data) as unknown) : [...(data as Float64Array)];
  }
}

/** The structure of `a`: one node, no edges. */
export const trace = { graph: { nodes: [{}], edges: [] } } as unknown as Trace;
/** The answer to a move of it: id, value, grad, no findings. */
export const answer = (id: number, value: number) => Float64Array.of(id, value, 1, 0);

export interface Rig {
  live: Live;
  handlers: Handlers;
  /** All that were made, in order. */
  sockets: FakeSocket[];
  posts: FakeSocket[];
  heard: string[];
  /** The newest of each. */
  socket: () => FakeSocket;
  slow: () => FakeSocket;
  /** A graph stands; nothing is on its way, and what was heard is forgotten. */
  ready: () => void;
}

export function rig(): Rig {
  const [sockets, posts, heard]: [FakeSocket[], FakeSocket[], string[]] = [[], [], []];
  const handlers: Handlers = {
    opened: () => heard.push("opened"),
    connection: (now, why) => heard.push(why === null ? now : `${now}: ${why.message}`),
    waiting: (before) => heard.push(`waiting ${before}`),
    trace: () => heard.push("trace"),
    numbers: ({ values }) => heard.push(`numbers ${values[0]}`),
    error: ({ code }) => heard.push(`error ${code}`),
  };
  const live = new Live({ socket: () => made(sockets), post: () => made(posts) }, handlers);
  const socket = () => sockets[sockets.length - 1]!;
  const ready = () => {
    live.open();
    socket().open();
    live.ask(() => ({ source: "a" }));
    socket().receive({ type: "trace", id: 1, trace });
    heard.length = 0;
  };
  return { live, handlers, sockets, posts, heard, socket, slow: () => posts[posts.length - 1]!, ready };
}

function made(list: FakeSocket[]): FakeSocket {
  const one = new FakeSocket();
  list.push(one);
  return one;
}
