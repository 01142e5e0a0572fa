import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Builder, Capabilities, Key, type WebDriver } from "selenium-webdriver";
import { freePort } from "../../support/ports.ts";
import type { Driver, Found, RunningBrowser } from "./driver.ts";
import { miniBrowser, WEBKIT_DRIVER, XVFB } from "./installed.ts";

/**
 * Starts the driver of WebKitGTK on a separate display. Each shopper is a session, which stores nothing. No test goes
 * back from another origin, such as the payment provider: WebKitWebDriver 2.50 hangs after that, on any page.
 */
export async function startWebkit(): Promise<RunningBrowser> {
  const display = spawn(XVFB, ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [number] = (await once(display.stdio[3] ?? display, "data")) as [Buffer];
  const port = await freePort();
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    // The machine has no graphics card.
    env: { ...process.env, DISPLAY: `:${String(number).trim()}`, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, driver);
  return {
    newShopper: async () => driverOf(await session(url)),
    async stop() {
      for (const child of [driver, display]) {
        child.kill();
        await once(child, "exit");
      }
    },
  };
}

async function ready(url: string, driver: ChildProcess): Promise<void> {
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (driver.exitCode !== null) throw new Error("WebKitWebDriver did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const WIDTH = 1280;

async function session(url: string): Promise<WebDriver> {
  const options = { binary: miniBrowser(), args: ["--automation"] };
  const capabilities = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options });
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  await driver.manage().window().setRect({ x: 0, y: 0, width: WIDTH, height: 880 });
  // A click sent while the window is still resizing misses its target.
  await driver.wait(async () => (await driver.executeScript("return innerWidth")) === WIDTH);
  return driver;
}

function driverOf(driver: WebDriver): Driver {
  return {
    open: (address) => driver.get(address),
    address: () => driver.getCurrentUrl(),
    back: () => driver.navigate().back(),
    forward: () => driver.navigate().forward(),
    reload: () => driver.navigate().refresh(),
    value: (expression) => driver.executeScript(`return ${expression}`),
    async element(expression): Promise<Found | null> {
      const found = await driver.executeScript<Awaited<ReturnType<WebDriver["findElement"]>> | null>(
        `return ${expression}`,
      );
      if (found === null) return null;
      const type = async (text: string) => found.sendKeys(text);
      const click = async () => {
        // The driver does not scroll to elements behind a fixed bar.
        await driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", found);
        await found.click();
      };
      return { click, type, choose: type };
    },
    press: (key) => driver.actions().sendKeys(SENT_KEYS[key]).perform(),
    close: () => driver.quit(),
  };
}

const SENT_KEYS = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowDown: Key.ARROW_DOWN,
} as const;
