import { existsSync, globSync } from "node:fs";

/** Debian's Firefox ESR. */
export const FIREFOX = "/usr/bin/firefox-esr";
/** Debian's driver of WebKitGTK, its browser, and the display that it needs. */
export const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
export const XVFB = "/usr/bin/Xvfb";
export const miniBrowser = (): string | undefined => globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0];

/** The browsers besides Chromium; each function returns whether the browser is installed. */
export const INSTALLED = {
  firefox: () => existsSync(FIREFOX),
  webkit: () => existsSync(WEBKIT_DRIVER) && existsSync(XVFB) && miniBrowser() !== undefined,
} as const;
export type OtherBrowser = keyof typeof INSTALLED;
