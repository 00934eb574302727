// Wishes and what becomes of them: what the server is asked, what is said of a no, and that a video given up leaves nothing.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ExportFormat, Trace } from "../model/messages";
import { moving, still } from "../scene/print";
import { type State, Store } from "../model/store";
import { Exporter, filmIn } from "./exporter";
import { leafAt } from "../model/leaf";
import { copy, save } from "./save";

vi.mock("./save", () => ({ save: vi.fn(), copy: vi.fn((text: Promise<string>) => text.then(() => undefined)) }));
vi.mock("../scene/print", () => ({ still: vi.fn(), moving: vi.fn() }));

const python: ExportFormat = { format: "python", name: "Python with backpulse", extension: "py", media_type: "text/x-python" };

/** A single leaf: no step forward, one back. */
const trace = {
  source: "a",
  graph: { nodes: [{ id: 0, kind: "leaf", label: "a", text: "a", inputs: [] }], edges: [], root: 0, leaves: [0] },
  forward: [],
  backward: [{ node: 0, incoming: 1, edges: [] }],
  layouts: { right: { cards: [], paths: [] }, down: { cards: [], paths: [] } },
} as unknown as Trace;
const numbers = { values: [2], grads: [1], locals: [], contributions: [], totals: [], findings: [] } as unknown as State["numbers"];

let store: Store;
let exporter: Exporter;
let answers: (() => Response)[];
let asked: { path: string; body: unknown }[];

const told = () => store.state.exporting.told;
const file = (text: string, name: string) => () =>
  new Response(text, { headers: { "content-disposition": `attachment; filename="${name}"` } });

beforeEach(() => {
  vi.clearAllMocks();
  [answers, asked] = [[], []];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    asked.push({ path, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
    const answer = answers.shift();
    return answer === undefined ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer());
  });
  store = new Store(() => undefined);
  store.set({
    trace,
    numbers,
    text: "a",
    connection: "open",
    leaves: new Map([
      ["a", leafAt(2, true)],
      ["gone", leafAt(1, true)],
    ]),
    t: 1,
  });
  exporter = new Exporter(store);
});

describe("the dialog", () => {
  it("holds time while it is open, and asks for the formats once", async () => {
    answers = [() => Response.json([python])];
    store.set({ playing: "all", t: 0.4 });
    exporter.open();
    expect(store.state).toMatchObject({ playing: "no", t: 0.4, exporting: { open: true } });
    await vi.waitFor(() => expect(store.state.exporting.formats).toEqual([python]));
    exporter.close();
    expect(store.state).toMatchObject({ playing: "all", t: 0.4, exporting: { open: false } });
    exporter.open();
    expect(asked.map(({ path }) => path)).toEqual(["api/exports"]);
  });

  it("says when there is nobody to ask, and asks again the next time", async () => {
    exporter.open();
    await vi.waitFor(() =>
      expect(told()).toMatchObject({ of: "formats", what: "refused", error: { message: "The server does not answer" } }),
    );
    exporter.close();
    answers = [() => Response.json([python])];
    exporter.open();
    await vi.waitFor(() => expect(store.state.exporting).toMatchObject({ formats: [python], told: null }));
  });
});

describe("text and code", () => {
  it("are asked for with the text, those of its leaves that were set, the toggle, the moment and the theme", async () => {
    answers = [file("assert a.grad == 1", "backpulse.py")];
    store.set({ expand: true, direction: "forward", t: 0.5, chosenTheme: "light" });
    await exporter.download(python);
    expect(asked).toEqual([
      {
        path: "api/export",
        body: { source: "a", values: { a: 2 }, expand: true, direction: "forward", t: 0.5, theme: "light", format: "python" },
      },
    ]);
    const [blob, name] = vi.mocked(save).mock.calls[0]!;
    expect([await blob.text(), name]).toEqual(["assert a.grad == 1", "backpulse.py"]);
    expect(told()).toEqual({ of: "python", what: "saved", error: null });
  });

  it("are copied as they would be saved", async () => {
    answers = [file("a = Value(2)", "backpulse.py")];
    await exporter.copy(python);
    expect(await vi.mocked(copy).mock.calls[0]![0]).toBe("a = Value(2)");
    expect(told()).toEqual({ of: "python", what: "copied", error: null });
  });

  it.each(["download", "copy"] as const)("are refused with the server's sentence: %s", async (way) => {
    const error = { code: "unfit-format", message: "log(a) is −∞ here", hint: "Move a.", span: null, line: null, column: null, fixes: [] };
    answers = [() => Response.json({ error }, { status: 422 })];
    await exporter[way](python);
    expect(told()).toMatchObject({ of: "python", what: "refused", error: { message: "log(a) is −∞ here", hint: "Move a." } });
    expect(save).not.toHaveBeenCalled();
  });

  it("say so when something else than the server answers", async () => {
    answers = [() => new Response("<h1>Bad gateway</h1>", { status: 502 })];
    await exporter.download(python);
    expect(told()?.error?.message).toBe("The server does not answer");
  });
});

describe("the image", () => {
  it("is of what is shown, turned as it is, on nothing if wished", async () => {
    vi.mocked(still).mockResolvedValue(new Blob(["png"]));
    store.set({ stage: { width: 700, height: 500 }, turned: "10,20,1,0,0,0" });
    exporter.set({ transparent: true });
    await exporter.image();
    const [view, size, transparent] = vi.mocked(still).mock.calls[0]!;
    expect([view.trace, view.frame.t, view.turned, size, transparent]).toEqual([
      trace,
      1,
      "10,20,1,0,0,0",
      { width: 700, height: 500 },
      true,
    ]);
    expect(save).toHaveBeenCalledWith(expect.any(Blob), "backpulse.png");
  });

  it("that cannot be made is answered with the reason", async () => {
    vi.mocked(still).mockRejectedValue(new Error("This browser offers no WebGL."));
    await exporter.image();
    expect(told()).toEqual({ of: "png", what: "refused", error: { message: "This browser offers no WebGL.", hint: null } });
  });
});

describe("the video", () => {
  /** Tells so many frames, then waits to be given up. */
  const waits = (frames: number) =>
    vi.mocked(moving).mockImplementation((_view, _film, _options, progress, signal) => {
      for (let i = 1; i <= frames; i++) progress(i / 1000);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as DOMException)));
    });

  it("tells how far it is in few steps, and is saved at the end", async () => {
    const seen: (number | null)[] = [];
    vi.mocked(moving).mockImplementation((_view, _film, options, progress) => {
      expect(options.reduced).toBe(false);
      for (let i = 1; i <= 1000; i++) {
        progress(i / 1000);
        seen.push(store.state.exporting.recording);
      }
      return Promise.resolve(new Blob(["webm"]));
    });
    store.set({ reduced: true });
    await exporter.record();
    expect(new Set(seen).size).toBe(51);
    expect(seen[seen.length - 1]).toBe(1);
    expect(save).toHaveBeenCalledWith(expect.any(Blob), "backpulse.webm");
    expect(store.state.exporting).toMatchObject({ recording: null, told: { of: "webm", what: "saved" } });
  });

  it.each(["cancel", "close"] as const)("given up leaves no file and the page as it was: %s", async (way) => {
    waits(300);
    exporter.open();
    const { t, direction } = store.state;
    const made = exporter.record();
    await vi.waitFor(() => expect(store.state.exporting.recording).toBe(0.3));
    exporter[way]();
    await made;
    expect(save).not.toHaveBeenCalled();
    expect(store.state).toMatchObject({
      t,
      direction,
      exporting: { recording: null, told: { of: "webm", what: "cancelled", error: null } },
    });
  });

  it("is one at a time", async () => {
    waits(1);
    void exporter.record();
    void exporter.record();
    await vi.waitFor(() => expect(moving).toHaveBeenCalled());
    expect(moving).toHaveBeenCalledTimes(1);
    exporter.cancel();
  });

  it("lasts as long as the passes that are chosen", () => {
    const lasts = (passes: State["exporting"]["passes"]) => {
      exporter.set({ passes });
      return filmIn(store.state)!.duration;
    };
    expect(lasts("both")).toBe(lasts("forward") + lasts("backward"));
    expect(lasts("backward")).toBeGreaterThan(lasts("forward"));
  });
});
