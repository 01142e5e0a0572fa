// The shop of `npm run dev`: the normal server, but with pages rendered by Vite.
import { DEFAULT_LOCALE } from "#core/text/locale.ts";
import type { Bundle } from "#server/pages/assets.ts";
import { run } from "#server/run.ts";
import { PLAIN_SCRIPTS } from "#web/assets.ts";
import { ENTRY_PATHS, RENDER_PATH, type DevPage } from "./pages.ts";

// Ends with its parent process, even if the parent is killed, so that the ports are freed.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
const front = process.env["KASSE_DEV_FRONT"] ?? "";
await run({ loadShop: () => Promise.resolve(devBundle(front)), catalogueAtStart: "always" });
process.send?.("ready");

/** Returns a bundle whose pages are rendered by Vite on each request. */
function devBundle(front: string): Bundle {
  let styles: readonly string[] = [];
  return {
    folder: null,
    cached: false,
    async render(page, path) {
      const answer = await fetch(front + RENDER_PATH, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ page, path }),
      });
      if (!answer.ok) throw new Error(`Vite cannot render ${path}: ${await answer.text()}`);
      const found = (await answer.json()) as DevPage;
      styles = found.styles;
      return found.rendered;
    },
    assetsOf: ({ data, locale }) => ({
      entry: data.kind === "checkout" ? ENTRY_PATHS.checkout : ENTRY_PATHS.shop,
      early: data.kind === "checkout" ? `/${PLAIN_SCRIPTS.early}` : null,
      storedLocale: locale === DEFAULT_LOCALE ? `/${PLAIN_SCRIPTS.storedLocale}` : null,
      modules: [],
      styles,
      fonts: [],
      ahead: [],
      inlineStyle: "",
      inlineScript: "",
    }),
    scripts: { photo: `/${PLAIN_SCRIPTS.photo}`, docs: `/${PLAIN_SCRIPTS.docs}` },
  };
}
