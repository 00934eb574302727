// What is held against TypeScript: typescript-eslint's strictest set, lit's templates, and which room may know which.
import { configs as lit } from "eslint-plugin-lit";
import tseslint from "typescript-eslint";

/** The rooms of src/, and those that each may import from. What stands beside them (main, loop) puts all together. */
const ROOMS = {
  model: [],
  live: ["model"],
  scene: ["model"],
  control: ["model", "live", "scene"],
  parts: ["model", "control", "scene"],
};

/** No import, static or not, from a room to one that it may not know, or to what puts the rooms together. */
function fence([room, known]) {
  const closed = Object.keys(ROOMS).filter((other) => other !== room && !known.includes(other));
  const message = `${room} knows ${known.length === 0 ? "no other room" : `only ${known.join(", ")}`}: see ROOMS in eslint.config.js.`;
  const closedPath = `^\\.\\.\\u002F((${closed.join("|")})\\u002F|[^\\u002F]+$)`;
  return {
    files: [`src/${room}/**/*.ts`],
    ignores: ["**/*.test.ts", "**/*.rig.ts"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ regex: `^\\.\\./((${closed.join("|")})/|[^/]+$)`, message }] }],
      "no-restricted-syntax": ["error", { selector: `ImportExpression[source.value=/${closedPath}/]`, message }],
    },
  };
}

export default tseslint.config(
  { ignores: ["src/model/messages.ts", "node_modules"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, lit["flat/recommended"]],
    languageOptions: { parserOptions: { project: "tsconfig.json" } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      // An index that is known to be there, and null that cannot be: said with `!` where TypeScript cannot see it.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
      // Spread over a string counts code points, as Python does: that is why it is done.
      "@typescript-eslint/no-misused-spread": ["error", { allow: ["string"] }],
    },
  },
  ...Object.entries(ROOMS).map(fence),
);
