import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns a text of `locales`, by file and path: `customer.noSolvent.message`. Empty if it does not exist. */
export function textAt(root: string, locale: string, key: string): string {
  const [file = "", ...path] = key.split(".");
  const all: unknown = JSON.parse(readFileSync(join(root, "locales", locale, `${file}.json`), "utf8"));
  const found = path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], all);
  return typeof found === "string" ? found.trim() : "";
}

/**
 * Returns whether a test expects this text: it occurs in a statement that starts with `expect`, by its path in browser
 * and component tests (`words.customer.badAddress`), or as a quoted message key. Comments and names of tests do not
 * count.
 */
export function namesText(source: string, key: string): boolean {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const parts = key.split(".");
  const path = parts.map((part) => (/^\w+$/.test(part) ? `\\.${part}` : `\\["${part}"\\]`)).join("");
  const named = new RegExp(`${path}(?!\\w)|"${parts.at(-1)}"${/ /.test(key) ? "" : "(?!)"}`);
  return [...code.matchAll(/\bexpect(?:\.element|\.poll)?\([^;]*;/g)].some(([statement]) => named.test(statement));
}
