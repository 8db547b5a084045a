import { defineConfig } from "vite";
import { thirdParty } from "./scripts/third_party.mjs";

// One html, one js, one css with plain names: the bundle is committed, so names must not change by content.
export default defineConfig({
  base: "./",
  plugins: [thirdParty()],
  build: {
    outDir: "../src/footfall/studio/static",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: {
        entryFileNames: "app.js",
        assetFileNames: "app[extname]",
        codeSplitting: false,
      },
    },
  },
  server: {
    // `npm run dev` beside a running `footfall studio --port 8420`.
    proxy: { "/ws": { target: "ws://127.0.0.1:8420", ws: true }, "/api": "http://127.0.0.1:8420" },
  },
});
