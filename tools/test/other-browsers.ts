import { INSTALLED, type OtherBrowser } from "../../test/browsers/support/installed.ts";
import { canInstall, install } from "./apt.ts";

/** The name and the Debian packages of each browser besides Chromium. */
const BROWSERS = {
  firefox: { name: "Firefox ESR", packages: "firefox-esr" },
  webkit: { name: "WebKitGTK", packages: "webkit2gtk-driver xvfb" },
} as const satisfies Record<OtherBrowser, object>;

/** In a full run, installs missing browsers. If a browser is still missing, prints that its tests are skipped. */
export async function ensureOtherBrowsers(full: boolean): Promise<void> {
  for (const browser of Object.keys(BROWSERS) as OtherBrowser[]) {
    const { name, packages } = BROWSERS[browser];
    const isInstalled = INSTALLED[browser];
    if (!isInstalled() && full && canInstall()) await install(name, packages);
    if (!isInstalled())
      console.log(`The tests in ${name} are skipped: it is not installed (Debian: apt-get install ${packages}).`);
  }
}
