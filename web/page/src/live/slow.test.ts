// The channel by POST: what is asked of the server, and that its answers are those of the live channel.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Legend, Trace, TraceRequest } from "../model/messages";
import { Slow } from "./slow";
import { readFrame } from "./wire";

interface Asked {
  path: string;
  question: TraceRequest | null;
  signal: AbortSignal;
  answer(body: unknown, status?: number): Promise<void>;
  /** Nobody answers. */
  break(): Promise<void>;
}

const legend: Legend = { ops: [], findings: [{ code: "pole", message: "" }], links: [] };

/** `a * b`, at these values. */
function traceOf(a: number, b: number, findings: Trace["findings"] = []): Trace {
  const nodes = [{ label: "a" }, { label: "b" }, { label: "a * b" }];
  const numbers = { values: [a, b, a * b], grads: [b, a, 1], locals: [b, a], contributions: [b, a] };
  const edges = [
    { edge: 0, total: b },
    { edge: 1, total: a },
  ];
  return { graph: { nodes, edges: [{}, {}], leaves: [0, 1] }, ...numbers, backward: [{ edges }], findings } as unknown as Trace;
}

const error = (code: string) => ({ error: { code, message: code, hint: null, span: null, line: null, column: null, fixes: [] } });

let asked: Asked[];
let heard: unknown[];
let slow: Slow;
const last = () => asked[asked.length - 1]!;
const questions = () => asked.flatMap(({ question }) => question ?? []);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  [asked, heard] = [[], []];
  vi.stubGlobal("fetch", (path: string, { body, signal }: RequestInit & { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      const aborted = () => reject(signal.reason as Error);
      signal.addEventListener("abort", aborted);
      asked.push({
        path,
        question: body === undefined ? null : (JSON.parse(body as string) as TraceRequest),
        signal,
        answer: (said, status = 200) => {
          signal.removeEventListener("abort", aborted);
          resolve(typeof said === "string" ? new Response(said, { status }) : Response.json(said, { status }));
          return settle() as unknown as Promise<void>;
        },
        break: () => {
          reject(new TypeError("Failed to fetch"));
          return settle() as unknown as Promise<void>;
        },
      });
    });
  });
  slow = new Slow(() => legend);
  slow.onopen = () => heard.push("open");
  slow.onmessage = ({ data }) => heard.push(data);
  slow.onclose = (closing: unknown) => heard.push({ closed: closing });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const text = (id: number, source: string, values = {}) => slow.send(JSON.stringify({ type: "source", id, source, values, expand: false }));

async function ready(): Promise<void> {
  await last().answer({});
  text(1, "a * b", { a: 2 });
  await last().answer(traceOf(2, 3));
  heard.length = 0;
}

describe("the beginning", () => {
  it("is open once the server answers", async () => {
    expect(heard).toEqual([]);
    expect(last().path).toBe("api/ops");
    await last().answer({});
    expect(heard).toEqual(["open"]);
  });

  it("fails where nobody answers, or something else in the server's place", async () => {
    await last().answer("<h1>Bad gateway</h1>", 502);
    expect(heard).toEqual([{ closed: {} }]);
    slow = new Slow(() => legend);
    slow.onclose = (closing: unknown) => heard.push({ closed: closing });
    await last().break();
    expect(heard).toEqual([{ closed: {} }, { closed: {} }]);
  });

  it("says why nobody is let in", async () => {
    await last().answer(error("foreign-host"), 403);
    expect(heard).toEqual([{ closed: error("foreign-host") }]);
  });

  it("is given up when it is closed", async () => {
    slow.close();
    expect(last().signal.aborted).toBe(true);
    await settle();
    expect(heard).toEqual([]);
  });
});

describe("a text", () => {
  it("is asked as it is, and answered as on the live channel", async () => {
    await last().answer({});
    text(1, "a * b", { a: 2 });
    expect(last().path).toBe("api/trace");
    expect(last().question).toEqual({ source: "a * b", values: { a: 2 }, expand: false });
    const trace = traceOf(2, 3);
    await last().answer(trace);
    expect(heard).toEqual(["open", { type: "trace", id: 1, trace }]);
  });

  it("with a mistake is answered with the server's error", async () => {
    await ready();
    text(2, "a *");
    await last().answer(error("syntax"), 422);
    expect(heard).toEqual([{ type: "error", id: 2, ...error("syntax") }]);
  });

  it("takes the place of what is on its way, which is cancelled and never answered", async () => {
    await ready();
    text(2, "a");
    const older = last();
    text(3, "b");
    expect(older.signal.aborted).toBe(true);
    await older.answer(traceOf(0, 0));
    expect(heard).toEqual([]);
    await last().answer(traceOf(2, 3));
    expect(heard).toMatchObject([{ id: 3 }]);
  });

  it("is sent without the values of names that it does not have", async () => {
    await ready();
    text(2, "x₁ * tanh(φ)", { a: 1, x1: 2, φ: 3, tan: 4 });
    expect(last().question?.values).toEqual({ x1: 2, φ: 3 });
  });

  it("is asked without values where a name is a leaf no more, and again with those of its leaves", async () => {
    await ready();
    text(2, "c = a + 1\na * b * c", { a: 2, b: 5, c: 4 });
    await last().answer(error("unknown-name"), 422);
    await last().answer(traceOf(1, 1));
    await last().answer(traceOf(2, 5));
    expect(
      questions()
        .slice(-3)
        .map(({ values }) => values),
    ).toEqual([{ a: 2, b: 5, c: 4 }, {}, { a: 2, b: 5 }]);
    expect(heard).toEqual([{ type: "trace", id: 2, trace: traceOf(2, 5) }]);
  });
});

describe("a move", () => {
  it("is the last good text at the moved values, and answered with its numbers", async () => {
    await ready();
    text(2, "a *");
    await last().answer(error("syntax"), 422);
    heard.length = 0;
    slow.send(Float64Array.of(3, 7, -1));
    expect(last().question).toEqual({ source: "a * b", values: { a: 7, b: -1 }, expand: false });
    await last().answer(traceOf(7, -1, [{ node: 2, code: "pole", message: "", edge: null }]));
    const frame = readFrame(heard[0] as ArrayBuffer, 3, 2)!;
    expect(frame.id).toBe(3);
    expect([...frame.numbers.values]).toEqual([7, -1, -7]);
    expect([...frame.numbers.totals]).toEqual([-1, 7]);
    expect(frame.numbers.findings).toEqual([[2, 0]]);
  });

  it("that cannot be answered is an error with its number", async () => {
    await ready();
    slow.send(Float64Array.of(2, 7, -1));
    await last().answer(error("too-slow"), 503);
    expect(heard).toEqual([{ type: "error", id: 2, ...error("too-slow") }]);
  });
});

describe("the line", () => {
  it("is lost when nobody answers, or something else does", async () => {
    await ready();
    text(2, "a");
    await last().break();
    expect(heard).toEqual([{ closed: {} }]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(heard.length).toBe(1);
  });

  it.each(["foreign-host", "foreign-origin", "no-token", "too-many-connections"])("is shut by %s", async (code) => {
    await ready();
    text(2, "a");
    await last().answer(error(code), 403);
    expect(heard).toEqual([{ closed: error(code) }]);
  });

  it("is alive during a long answer as long as the server answers anything", async () => {
    await ready();
    text(2, "a");
    const question = last();
    for (let beats = 0; beats < 2; beats++) {
      await vi.advanceTimersByTimeAsync(3000);
      expect(last().path).toBe("api/ops");
      await last().answer({});
    }
    expect(heard).toEqual([2, 2].map((id) => ({ type: "waiting", id, before: 0 })));
    await vi.advanceTimersByTimeAsync(3000);
    await last().break();
    expect(heard.length).toBe(2);
    await question.answer(traceOf(1, 2));
    const count = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([heard.length, asked.length]).toEqual([3, count]);
  });

  it("gives up an answer that never comes", async () => {
    await ready();
    text(2, "a");
    const question = last();
    for (let beats = 0; beats < 20; beats++) {
      expect(question.signal.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(3000);
      if (beats < 19) await last().answer({});
    }
    expect([question.signal.aborted, heard[heard.length - 1]]).toEqual([true, { closed: {} }]);
  });

  it("is silent once it is closed", async () => {
    await ready();
    text(2, "a");
    slow.close();
    expect(last().signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([]);
  });
});
