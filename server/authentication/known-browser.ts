import { randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { pseudonym } from "#server/platform/encryption/keys.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";

/**
 * For a browser that has logged in to an account, login attempts are counted separately, so that strangers who guess
 * passwords do not lock out the owner. The cookie contains a random number for the browser and, for each account, a
 * keyed hash of both. It reveals nothing about the account, cannot be forged without the key, and is useless for other
 * accounts.
 */
const COOKIE = "kasse-known";
const KEEP_SECONDS = 365 * 24 * 3600;
/** Maximum number of accounts that a browser remembers, newest first; a family may share a browser. */
const MAX_ACCOUNTS = 5;
const FORM = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{22}){1,5}$/;

type Sent = { readonly cookies: Cookies };

/** Recognises browsers that accounts know, by the marks in their cookies. */
export type KnownBrowsers = {
  /**
   * Returns the value under which a limit counts login attempts for an e-mail address or phone number: that subject
   * alone or, in a browser that it knows, the subject with the browser.
   */
  countedFor(sent: Sent, subject: string): string;
  /** Makes the browser known to these e-mail addresses or phone numbers, after a login. */
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
      const remembered = [...new Set([...own, ...marks])].slice(0, MAX_ACCOUNTS);
      cookies.keep(COOKIE, [browser, ...remembered].join("."), KEEP_SECONDS);
    },
  };
}

/** Returns the browser's number and marks from the cookie; without a valid cookie, a new number. */
function read(cookies: Cookies): { readonly browser: string; readonly marks: readonly string[] } {
  const value = cookies.read(COOKIE) ?? "";
  const [browser = "", ...marks] = FORM.test(value) ? value.split(".") : [randomBytes(16).toString("base64url")];
  return { browser, marks };
}

const markOf = (key: KeyObject, browser: string, subject: string): string => pseudonym(key, `${browser} ${subject}`);

/**
 * Names of browsers and systems, with patterns for their user agents. The first match counts, because most browsers
 * also mention others.
 */
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
 * Returns the name of a device, such as `Firefox, Windows`; null if the user agent contains neither. No version or
 * model is stored.
 */
export function deviceOf(userAgent: string | string[] | undefined): string | null {
  const text = String(userAgent ?? "");
  const named = [BROWSERS, SYSTEMS].flatMap((names) => names.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  return named.length > 0 ? named.join(", ") : null;
}
