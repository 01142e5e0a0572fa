import { readdirSync, readFileSync } from "node:fs";
import type { Messages } from "../../web/app/text.ts";
import type deServer from "../../locales/de/server.json";

export type Texts = Messages;

function textsOf(locale: string): Texts {
  const folder = `locales/${locale}`;
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
  return Object.fromEntries(names.map((name) => [name.replace(".json", ""), read(name)])) as Texts;
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
