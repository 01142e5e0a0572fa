import { afterAll, beforeAll, expect, test } from "vitest";
import { allCommands } from "#server/operator/cli/commands.ts";
import { kasse, settingsOfDatabase } from "../support/cli.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

const COMMANDS = await allCommands();

/**
 * Runs the commands that the other files of this folder test as functions once like the program: with its own
 * connection, and an entry in the audit log where the table says so.
 */
let shop: OrderServices;
let number: string;
let email: string;
beforeAll(async () => {
  shop = await orderServices();
  shop.sale.clock.now = new Date();
  const form = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid", mnpAuthority: true };
  const order = await shop.made(SMART30, { form });
  [number, email] = [order.number, order.account.email];
});
afterAll(() => shop.sale.close());

const WHY = ["--reason", "a test of the programs"] as const;
test.each<[name: string, typed: () => readonly string[], said: RegExp]>([
  ["find", () => [email], /SMART30/],
  ["orders list", () => [], /1 order$/],
  ["orders show", () => [number], /Nora Beispiel/],
  ["orders mail", () => [number], /is queued/],
  ["orders resend", () => [number], /is queued again/],
  ["orders transfer", () => [number, "--state", "completed", ...WHY], /is completed/],
  ["sessions list", () => [email], /^No logins/],
  ["sessions end", () => [email], /0 logins ended/],
  ["stock list", () => [], /^article/],
  ["stock show", () => ["SAENTISX"], /pieces on hand/],
  ["stock receive", () => ["SAENTISX", "5", ...WHY], /\+5, now/],
  ["stock count", () => ["SAENTISX", "7", ...WHY], /now 7 pieces/],
  ["catalogue diff", () => [], /changed\./],
  ["catalogue load", () => [], /These files are version 1 already/],
  ["catalogue preview", () => ["1"], /^Compared with what is on sale/],
  ["catalogue activate", () => ["1", "--yes"], /Version 1 is on sale/],
  ["catalogue rollback", () => ["--yes"], /is on sale/],
  ["catalogue list", () => [], /on sale/],
])("kasse %s", async (name, typed, said) => {
  const lines = async () => (await shop.sale.query("select 1 from audit_log where action = $1", [name])).length;
  expect(await kasse([...name.split(" "), ...typed()], settingsOfDatabase(shop.sale))).toEqual({
    code: 0,
    out: expect.stringMatching(said),
    err: "",
  });
  const { recorded } = COMMANDS.find((each) => each.name === name) ?? {};
  expect(await lines()).toBe(recorded ? 1 : 0);
});
