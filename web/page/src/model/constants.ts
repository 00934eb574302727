// The constants of an op, and how it is typed.
import type { Node } from "./messages";

/** Whether an op is typed as a function and not with an operator sign. */
export const isFunction = ({ symbol }: Pick<Node, "symbol">): boolean => /^\w+$/.test(symbol);

/** The exponent of a power; null for every other node, also for a function with constants of its own. */
export const exponentOf = (node: Node): number | null => (typeof node.param === "number" && !isFunction(node) ? node.param : null);
