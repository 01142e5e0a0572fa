import { expect, test } from "vitest";
import { EXTENSIONS } from "#extensions/index.ts";
import { OWN_OPTIONS } from "#server/config/settings.ts";
import type { Adapters } from "./adapters.ts";
import { chosenOptions } from "./chosen.ts";
import { defineExtension, type Extension } from "./extension.ts";
import { connectPort, optionClashes } from "./ports.ts";

/** Returns an extension that sends texts in ways that no type knows. */
const texts = (name: string, ways: readonly string[], send: object = {}): Extension => {
  const sms = Object.fromEntries(ways.map((way) => [way, {}]));
  const load = async () => ({ ports: { sms: send } as Adapters });
  return { name, about: "", options: { sms }, isOn: () => true, load } as Extension;
};
const needs = {} as never;

test("the extensions of this build have no option twice", () => {
  expect(optionClashes(EXTENSIONS, OWN_OPTIONS)).toEqual([]);
});

test("each option that is there twice is a sentence with both owners", () => {
  const pigeons = texts("pigeons", ["pigeon", "twilio"]);
  expect(optionClashes([texts("birds", ["pigeon"]), pigeons], OWN_OPTIONS)).toEqual([
    "The extension pigeons and the extension birds both have the option SMS_PROVIDER=pigeon.",
    "The extension pigeons and Kasse itself both have the option SMS_PROVIDER=twilio.",
  ]);
});

test("only the extension of the chosen option is loaded, and its adapter gets the settings", async () => {
  const other = { ...texts("other", ["drum"]), load: () => Promise.reject(new Error("loaded")) };
  const given: unknown[] = [];
  const port = { send: async () => "sent" as const, stop: async () => undefined };
  const pigeons = texts("pigeons", ["pigeon"], { pigeon: (...all: unknown[]) => (given.push(...all), port) });
  expect(await connectPort([other, pigeons], "sms", { provider: "pigeon" }, needs)).toBe(port);
  expect(given).toEqual([{ provider: "pigeon" }, needs]);
});

test("an option without an adapter refuses the start", async () => {
  const forgetful = texts("forgetful", ["pigeon"]);
  await expect(connectPort([forgetful], "sms", { provider: "pigeon" }, needs)).rejects.toThrow(
    "The extension forgetful has no adapter for its option pigeon of sms.",
  );
  // A type error, if the option is declared.
  const declared = { name: "forgetful", about: "", options: { sms: {} }, load: async () => ({}) };
  // @ts-expect-error: no ports
  expect(defineExtension(declared).name).toBe("forgetful");
});

test("an extension with options is on if one of them is chosen, also for payments of an earlier provider", () => {
  const chosen = (payment: string, before: string) =>
    chosenOptions(
      { payment: { shells: {} } } as never,
      {
        payment: { provider: payment },
        paymentBefore: { provider: before },
        sms: { provider: "none" },
        documents: { provider: "files" },
      } as never,
    );
  expect(chosen("sandbox-hosted", "none")).toEqual([]);
  expect(chosen("shells", "none")).toEqual(["PAYMENT_PROVIDER=shells"]);
  expect(chosen("sandbox-hosted", "shells")).toEqual(["PAYMENT_PROVIDER_BEFORE=shells"]);
  const shells = defineExtension({
    name: "shells",
    about: "",
    options: { sms: {} },
    load: async () => ({ ports: { sms: {} } }),
  });
  expect(shells.isOn({ sms: { provider: "sandbox" } } as never)).toBe(false);
});
