import { decodeOperatorText, explainUnopened } from "#server/platform/files/operator-text.ts";
import { readFileSync } from "node:fs";
import type { Choice, Setting } from "./setting.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment of this process, which nothing else reads. */
export const ENVIRONMENT: Env = process.env;

/** The text of a setting and where it comes from. `mistake`: both sources are set, or the file cannot be used. */
export type Found =
  | { readonly kind: "set"; readonly text: string; readonly from: "environment" | "file" }
  | { readonly kind: "unset" }
  | { readonly kind: "mistake"; readonly sentence: string };

export const fileNameOf = (name: string): string => `${name}_FILE`;

/** Finds a setting in the environment or, if it is a secret, in the file that `NAME_FILE` names. */
export function find(env: Env, { name, ...entry }: Setting | Choice): Found {
  const { secret, mayBeEmpty } = entry.kind === "setting" ? entry : { secret: false, mayBeEmpty: false };
  const text = env[name];
  const isSet = text !== undefined && (text !== "" || mayBeEmpty);
  const file = secret ? env[fileNameOf(name)] : undefined;
  if (!file) return isSet ? { kind: "set", text, from: "environment" } : { kind: "unset" };
  if (isSet) return mistake(`${name} and ${fileNameOf(name)} are both set; remove one of them.`);
  return readSecret(fileNameOf(name), file);
}

/**
 * Invisible characters, which are never meant to be in a secret. Line breaks are allowed, because a PEM key has lines.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\r\n\t])\p{Cc}/u;

/** Reads a secret from a file, without the byte order mark and the trailing newline that editors and `echo` add. */
function readSecret(name: string, file: string): Found {
  try {
    const decoded = decodeOperatorText(readFileSync(file));
    if (!decoded.ok) return mistake(`${name} names ${file}, which ${decoded.problem}. ${decoded.fix}`);
    const text = decoded.text.replace(/\r?\n$/, "");
    if (INVISIBLE.test(text))
      return mistake(`${name} names ${file}, which contains an invisible character; save the secret to it again.`);
    if (text.trim() === "") return mistake(`${name} names ${file}, which is empty; put the secret in it.`);
    return { kind: "set", text, from: "file" };
  } catch (error) {
    const { problem, fix } = explainUnopened(error as NodeJS.ErrnoException);
    return mistake(`${name} names ${file}, which ${problem}. ${fix}`);
  }
}

const mistake = (sentence: string): Found => ({ kind: "mistake", sentence });
