import { expect, test } from "vitest";
import { readPrepared } from "./prepared.ts";

test("nothing that only the person may give is taken from what a platform has prepared", () => {
  const form = { first_name: "Nora", mnp: true, mnpMsisdn: "41795550143", simType: "0" };
  const consents = { mnpAuthority: true, mnpMatch: true, puk: "12345678" };
  const record = { type: "Tariff", tariff: "SMART30" };
  const stored = { variant: "mobile:SMART30", record, form: { ...form, ...consents }, consent: null };
  expect(readPrepared(stored).form).toEqual({ firstName: "Nora", mnp: true, mnpMsisdn: "41795550143", simType: "0" });
});
