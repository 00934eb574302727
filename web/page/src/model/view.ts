// The view: everything that is drawn at one moment, as the state has it. What is drawn with it is the scene's.
import type { Frame, Numbers } from "./frame";
import type { Theme } from "./look";
import type { Layout } from "./messages";
import { flowOf, layoutOf, staleness, type State, themeOf } from "./store";
import type { Structure } from "./structure";
import { frameOf } from "./timeline";

export type Flow = "right" | "down";

/** Everything the picture depends on, besides the camera. */
export interface View {
  trace: Structure;
  numbers: Numbers;
  frame: Frame;
  layout: Layout;
  flow: Flow;
  theme: Theme;
  /** The text has moved on and this is the last good graph. */
  stale: boolean;
  /** How the person has turned the picture, see `State.turned`. */
  turned: string | null;
  selected: number | null;
  /** Derived ops carry their expansion. */
  locals: boolean;
  /** Reduced motion: the camera does not fly. */
  still: boolean;
}

/** The frame at the state's time; null while there is no graph. */
export function presentFrame({ trace, numbers, direction, t, final, locals, reduced, legend }: State): Frame | null {
  if (trace === null || numbers === null) return null;
  return frameOf(trace, numbers, direction, t, { final, locals, reduced, legend });
}

/** What the picture shows of the state; null when there is nothing to draw, or nothing to draw it with. */
export function viewOf(state: State, frame: Frame | null): View | null {
  const { trace, numbers } = state;
  const layout = layoutOf(state);
  if (trace === null || numbers === null || frame === null || layout === null || state.noPicture !== null) return null;
  return {
    trace,
    numbers,
    frame,
    layout,
    flow: flowOf(state),
    theme: themeOf(state),
    stale: staleness(state) !== null,
    selected: state.selected,
    turned: state.turned,
    locals: state.locals,
    still: state.reduced,
  };
}
