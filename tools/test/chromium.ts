import { existsSync } from "node:fs";
import { canInstall, install } from "./apt.ts";

/** Debian's programs: Chromium, and its version without windows, which is faster. */
const DEBIAN = { CHROMIUM_PATH: "/usr/bin/chromium", HEADLESS_SHELL_PATH: "/usr/bin/chromium-headless-shell" };
const PACKAGES = "chromium chromium-headless-shell";

const missing = () => Object.values(DEBIAN).some((path) => !existsSync(path));

/** Returns whether `ensureBrowsers` has to install something. */
export const missingBrowsers = (): boolean => !process.env["CHROMIUM_PATH"] && missing() && canInstall();

/**
 * Returns environment variables with the browsers' paths. If they are missing, installs Debian's as root; otherwise
 * throws an error with instructions.
 */
export async function ensureBrowsers(): Promise<Record<string, string>> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return { CHROMIUM_PATH: chosen };
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist: correct it or unset it.`);
  }
  if (!missing()) return DEBIAN;
  const help = `install Chromium (Debian: apt-get install ${PACKAGES}), or set CHROMIUM_PATH to one`;
  if (!canInstall()) {
    if (existsSync(DEBIAN.CHROMIUM_PATH)) return { CHROMIUM_PATH: DEBIAN.CHROMIUM_PATH };
    throw new Error(`The browser tests need Chromium, which is missing: ${help}.`);
  }
  await install("Chromium", PACKAGES);
  if (missing()) throw new Error(`apt-get could not install Chromium: ${help}.`);
  return DEBIAN;
}
