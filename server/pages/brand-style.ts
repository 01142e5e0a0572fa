import type { Brand, BrandPicture } from "#server/shop/brand/brand.ts";
import type { Framing } from "#server/platform/http/framing.ts";
import { readFileSync } from "node:fs";

/** The colours of dark mode. They replace the brand's if the brand uses dark mode. */
const DARK = readFileSync(new URL("dark.css", import.meta.url), "utf8")
  .replace(/\/\*.*?\*\//gs, "")
  .replace(/\s*([:;{},])\s*|\s*\n\s*/g, "$1")
  .trim();

const SQUARE = ";--r-s:3px;--r-m:4px;--r-l:6px;--pill:6px";

/**
 * Returns a style with the brand's colours and corners, which override the defaults of `web/styles/tokens.css`.
 * `scheme`: what a host asks for instead of the person's preference, if the brand has both.
 */
export function brandStyle({ colours, corners, dark }: Brand, scheme: Framing["scheme"] = null): string {
  const { brand, brand2, action, actionDark, accent } = colours;
  const own = `:root{--brand:${brand};--brand-2:${brand2};--own-brand-2:${brand2};--action:${action};--action-2:${actionDark};--accent:${accent}${corners === "square" ? SQUARE : ""}}`;
  const isLight = dark === "off" || (dark === "auto" && scheme === "light");
  if (isLight) return own;
  return own + (dark === "on" || scheme === "dark" ? DARK : `@media(prefers-color-scheme:dark){${DARK}}`);
}

/** Returns the brand's icon, or else a default in the brand's colours: a square divided by a diagonal. */
export function favicon({ colours, pictures }: Brand): BrandPicture {
  if (pictures.favicon) return pictures.favicon;
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colours.brand}"/><path d="M6 6h20L6 26z" fill="${colours.accent}"/><path d="M26 6v20H6z" fill="#fff"/></svg>`;
  return { type: "image/svg+xml", bytes: Buffer.from(mark) };
}
