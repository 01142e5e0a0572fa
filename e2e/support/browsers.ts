/** The path of the full browser: that in `CHROMIUM_PATH`, or Debian's. */
export const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** The same browser without windows: it needs a quarter less processor time, but has no back/forward cache. */
export const HEADLESS_SHELL = process.env["HEADLESS_SHELL_PATH"] ?? CHROMIUM;
