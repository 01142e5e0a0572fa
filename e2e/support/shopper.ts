import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";

/** Runs actions as another shopper, in a separate browser context that is closed at the end. */
export async function asAnother(browser: Browser, baseURL: string, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL });
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Copies the demo catalogue and sets the stock of one device; returns the folder. */
export function catalogueWithStock(code: string, stock: number): string {
  const folder = mkdtempSync(join(tmpdir(), "kasse-catalogue-"));
  cpSync("demo/catalogue", folder, { recursive: true });
  const file = join(folder, "devices.json");
  const { devices } = JSON.parse(readFileSync(file, "utf8")) as { devices: { code: string; stock: number | null }[] };
  const changed = devices.map((device) => (device.code === code ? { ...device, stock } : device));
  writeFileSync(file, JSON.stringify({ devices: changed }));
  return folder;
}
