import { launch, type ElementHandle, type Page } from "puppeteer-core";
import type { Driver, Found, RunningBrowser } from "./driver.ts";
import { FIREFOX } from "./installed.ts";

/** Starts Firefox and controls it by WebDriver BiDi. */
export async function startFirefox(): Promise<RunningBrowser> {
  const browser = await launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": "de-CH" },
    defaultViewport: { width: 1280, height: 800 },
  });
  return {
    async newShopper() {
      const context = await browser.createBrowserContext();
      return driverOf(await context.newPage(), () => context.close());
    },
    stop: () => browser.close(),
  };
}

function driverOf(page: Page, close: () => Promise<void>): Driver {
  return {
    open: async (address) => void (await page.goto(address, { waitUntil: "domcontentloaded" })),
    address: () => Promise.resolve(page.url()),
    back: async () => void (await page.goBack({ waitUntil: "domcontentloaded" })),
    forward: async () => void (await page.goForward({ waitUntil: "domcontentloaded" })),
    reload: async () => void (await page.reload({ waitUntil: "domcontentloaded" })),
    value: (expression) => page.evaluate(expression),
    async element(expression): Promise<Found | null> {
      const handle = (await page.evaluateHandle(expression)).asElement() as ElementHandle<HTMLInputElement> | null;
      if (handle === null) return null;
      return {
        click: () => handle.click(),
        type: (text) => handle.type(text),
        choose: (path) => handle.uploadFile(path),
      };
    },
    press: (key) => page.keyboard.press(key),
    close,
  };
}
