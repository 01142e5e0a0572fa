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
