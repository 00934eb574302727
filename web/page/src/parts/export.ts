// The export dialog: the picture and the video of the pulse, and the server's formats as text and code.
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Passes } from "../model/film";
import type { Frame } from "../model/frame";
import type { ExportFormat } from "../model/messages";
import { staleness, type State } from "../model/store";
import { type Exporter, filmIn } from "../control/exporter";
import type { Told } from "../model/exporting";
import { alert, check, close, download, duplicate } from "./icons";
import { inOneLine, sentence } from "./pieces";
import { missingPicture } from "./stage";
import "./dialog.css";
import "./export.css";

const PASSES: readonly (readonly [Passes, string])[] = [
  ["forward", "Forward"],
  ["backward", "Backward"],
  ["both", "Both"],
];

export function exportDialog(state: State, frame: Frame | null, exporter: Exporter): TemplateResult {
  const { open, recording } = state.exporting;
  /** Escape gives up a video first; a click beside the dialog does not, which is easily made by mistake. */
  const escaped = (event: Event) => {
    if (recording === null) return;
    event.preventDefault();
    exporter.cancel();
  };
  const outside = (event: Event) => {
    if (event.target === event.currentTarget && recording === null) exporter.close();
  };
  return html`<dialog class="dialog export" data-testid="export-dialog" aria-labelledby="export-title" @close=${() => exporter.close()} @cancel=${escaped} @click=${outside}>
    ${open ? content(state, frame, exporter) : nothing}
  </dialog>`;
}

function content(state: State, frame: Frame | null, exporter: Exporter): TemplateResult {
  const { formats, told } = state.exporting;
  return html`<div class="sheet">
    <form method="dialog"><button class="tool" aria-label="Close" autofocus>${close}</button></form>
    <h2 id="export-title">Export</h2>
    <p class="subject">${inOneLine(state.text)}<span>${moment(frame)}</span></p>
    <h3>Picture</h3>
    ${picture(state, exporter)}
    <h3>Text and code</h3>
    <ul class="formats">
      ${formats?.map((format) => row(format, told, exporter))}
    </ul>
    ${formats === null && told?.of !== "formats" ? html`<p class="note">One moment …</p>` : refusal("formats", told)}
    <p class="visually-hidden" role="status" data-testid="export-status">${status(state)}</p>
  </div>`;
}

function moment(frame: Frame | null): string {
  return frame === null ? "" : `${frame.direction}, step ${frame.step} of ${frame.steps.length}`;
}

function picture(state: State, exporter: Exporter): TemplateResult {
  const { transparent, told } = state.exporting;
  const missing = missingPicture(state) ?? (staleness(state) === null ? null : "The picture is not that of the text now.");
  if (missing !== null || state.trace === null) return html`<p class="note">${missing ?? "There is no picture yet."}</p>`;
  return html`<div class="making">
      <p class="thing"><b>Image</b> <span>PNG, as it stands, twice its size</span></p>
      <label class="switch">
        Transparent
        <input
          type="checkbox"
          role="switch"
          data-testid="export-transparent"
          .checked=${live(transparent)}
          @change=${() => exporter.set({ transparent: !transparent })}
        />
      </label>
      <button class="boxed act" data-testid="export-png" @click=${() => exporter.image()}>${done("png", told) ? check : download} Download</button>
    </div>
    ${refusal("png", told)}
    <div class="making">
      <p class="thing"><b>Video of the pulse</b> <span>WebM, ${seconds(filmIn(state)!.duration)}</span></p>
      ${state.exporting.recording === null ? passes(state, exporter) : progress(state.exporting.recording)} ${recordButton(state, exporter)}
    </div>
    ${refusal("webm", told)}`;
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

function passes({ exporting }: State, exporter: Exporter): TemplateResult {
  return html`<div class="segment" role="group" aria-label="What the video shows">
    ${PASSES.map(
      ([pass, label]) =>
        html`<button
          data-testid="export-${pass}"
          class=${exporting.passes === pass ? "chosen" : ""}
          aria-pressed=${exporting.passes === pass}
          @click=${() => exporter.set({ passes: pass })}
        >${label}</button>`,
    )}
  </div>`;
}

function progress(done: number): TemplateResult {
  return html`<div class="progress">
    <progress aria-label="Making the video" data-testid="export-progress" max="1" .value=${done}></progress>
    <span class="num" aria-hidden="true">${Math.round(100 * done)} %</span>
  </div>`;
}

/** One button for both, so that the focus stays where it is. */
function recordButton({ exporting }: State, exporter: Exporter): TemplateResult {
  const idle = exporting.recording === null;
  return html`<button class="boxed act" data-testid="export-webm" @click=${() => (idle ? void exporter.record() : exporter.cancel())}>
    ${idle ? (done("webm", exporting.told) ? check : download) : close} ${idle ? "Download" : "Cancel"}
  </button>`;
}

function row(format: ExportFormat, told: Told | null, exporter: Exporter): TemplateResult {
  const { name, extension } = format;
  const did = done(format.format, told) ? told!.what : null;
  return html`<li class="format">
      <p class="thing"><b>${name}</b> <code>.${extension}</code></p>
      <button class="tool" data-testid="copy-${format.format}" aria-label="Copy ${name}" title="Copy" @click=${() => exporter.copy(format)}>
        ${did === "copied" ? check : duplicate}
      </button>
      <button class="tool" data-testid="download-${format.format}" aria-label="Download ${name}" title="Download" @click=${() => exporter.download(format)}>
        ${did === "saved" ? check : download}
      </button>
    </li>
    ${told?.of === format.format && told.error !== null ? html`<li class="refused">${refusal(format.format, told)}</li>` : nothing}`;
}

const done = (of: string, told: Told | null): boolean => told?.of === of && (told.what === "copied" || told.what === "saved");

function refusal(of: string, told: Told | null): TemplateResult | typeof nothing {
  if (told === null || told.of !== of || told.error === null) return nothing;
  const { message, hint } = told.error;
  return html`<div class="error" role="alert" data-testid="export-error">
    <p class="what">${alert}<strong>${sentence(message)}</strong></p>
    ${hint === null ? nothing : html`<p class="hint">${sentence(hint)}</p>`}
  </div>`;
}

/** For who does not see it: how far the video is, in quarters, and what was done. */
function status({ exporting: { recording, told, formats } }: State): string {
  if (recording !== null) return `Making the video, ${25 * Math.floor(4 * recording)} percent`;
  if (told === null || told.what === "refused") return "";
  const name = { png: "Image", webm: "Video" }[told.of] ?? formats?.find(({ format }) => format === told.of)?.name ?? "";
  return `${name} ${told.what === "saved" ? "downloaded" : told.what}`;
}
