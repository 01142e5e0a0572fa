import { randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { pseudonym } from "#server/platform/encryption/keys.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";

/**
 * Browsers that have logged in to an account have their own count of tries, so that strangers who try passwords lock
 * strangers out and not the owner. The cookie is a random number of the browser and, for each account, a keyed hash of
 * both: it says nothing about the account, cannot be made without the key, and is worth nothing for another account.
 */
const COOKIE = "kasse-known";
const KEEP_SECONDS = 365 * 24 * 3600;
/** The accounts that one browser remembers, newest first: those of a family. */
const MOST = 5;
const FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{22}){1,5}$/;

type Sent = { readonly cookies: Cookies };

/** The browsers that are known to accounts, by the marks in their cookies. Made once, with the key of the marks. */
export type KnownBrowsers = {
  /**
   * What a limit counts for tries of this e-mail or phone number: the subject itself, or the subject in this browser if
   * it is known.
   */
  countedFor(sent: Sent, subject: string): string;
  /** After a login: the browser is known to these e-mails or phone numbers from now on. */
  remember(sent: Sent, ...subjects: string[]): void;
};

export function createKnownBrowsers(key: KeyObject): KnownBrowsers {
  return {
    countedFor({ cookies }, subject) {
      const { browser, marks } = read(cookies);
      const own = markOf(key, browser, subject);
      const known = marks.some((mark) => timingSafeEqual(Buffer.from(mark), Buffer.from(own)));
      return known ? `${subject} in ${browser}` : subject;
    },
    remember({ cookies }, ...subjects) {
      const { browser, marks } = read(cookies);
      const own = subjects.map((subject) => markOf(key, browser, subject));
      const kept = [...new Set([...own, ...marks])].slice(0, MOST);
      cookies.keep(COOKIE, [browser, ...kept].join("."), KEEP_SECONDS);
    },
  };
}

/** The browser's number, a new one without a readable cookie, and its marks. */
function read(cookies: Cookies): { readonly browser: string; readonly marks: readonly string[] } {
  const value = cookies.read(COOKIE) ?? "";
  const [browser = "", ...marks] = FORM.test(value) ? value.split(".") : [randomBytes(16).toString("base64url")];
  return { browser, marks };
}

const markOf = (key: KeyObject, browser: string, subject: string): string => pseudonym(key, `${browser} ${subject}`);

/** Names of browsers and systems in user agents. The first that fits counts, because most browsers also name others. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/**
 * A device as its owner knows it, such as `Firefox, Windows`; null if the user agent names none. No version or model
 * is kept.
 */
export function deviceOf(userAgent: string | string[] | undefined): string | null {
  const text = String(userAgent ?? "");
  const named = [BROWSERS, SYSTEMS].flatMap((names) => names.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  return named.length > 0 ? named.join(", ") : null;
}
