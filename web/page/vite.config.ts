// How the page is built: into the server's static folder, everything in it, nothing from elsewhere.
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { fontNotices, NOTICES } from "./notices.ts";

/** Of each font only WOFF2, and of the text fonts only the scripts that names and words here are written in. */
function leanFonts(): Plugin {
  return {
    name: "lean-fonts",
    enforce: "pre",
    transform(code, id) {
      if (!/(@fontsource|katex)\/.*\.css$/.test(id)) return null;
      return code
        .replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'](?:woff|truetype)["']\)/g, "")
        .replace(/@font-face\s*{[^}]*-(?:cyrillic|vietnamese|greek-ext)[^}]*}/g, "");
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [leanFonts(), fontNotices()],
  build: {
    outDir: "../../server/backpulse/server/static",
    emptyOutDir: true,
    license: { fileName: NOTICES },
    target: "es2022",
    chunkSizeWarningLimit: 900,
    rolldownOptions: { checks: { bundlerTimings: false } }, // a busy machine is no fault of the page
  },
  server: {
    // look.json stands with the Python that reads it too.
    fs: { allow: [".", "../view/backpulse/view"] },
    // As for `open` in Python, the variable says where the server is.
    proxy: { "/api": { target: loadEnv("", ".", "BACKPULSE_").BACKPULSE_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: {
    environment: "node",
    css: true, // style.test.ts reads the sheets
    include: ["src/**/*.test.ts"],
    // A busy machine takes its time; a test that hangs still fails.
    testTimeout: 60_000,
  },
});
