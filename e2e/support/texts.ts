import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Messages } from "../../web/app/text.ts";
import type deServer from "../../locales/de/server.json";

export type Texts = Messages;

function textsOf(locale: string): Texts {
  const files = globSync([`locales/${locale}/*.json`, `extensions/*/locales/${locale}/*.json`], {
    exclude: (path) => path.endsWith("/server.json"),
  });
  return Object.fromEntries(
    files.map((file): [string, unknown] => [basename(file, ".json"), JSON.parse(readFileSync(file, "utf8"))]),
  ) as unknown as Texts;
}

export const de = textsOf("de");
export const en = textsOf("en");
export const fr = textsOf("fr");
export const it = textsOf("it");
export const sr = textsOf("sr");

/** Returns the server's texts, for answers and pages that it renders without React. */
export function serverTexts(locale: string): typeof deServer {
  return JSON.parse(readFileSync(`locales/${locale}/server.json`, "utf8")) as typeof deServer;
}
