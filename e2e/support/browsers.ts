/** The whole browser: the one that `CHROMIUM_PATH` names, or Debian's. */
export const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** The same browser without windows, which needs a quarter less processor time; it has no back/forward cache. */
export const HEADLESS_SHELL = process.env["HEADLESS_SHELL_PATH"] ?? CHROMIUM;
