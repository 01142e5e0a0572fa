import { describe, expect, test } from "vitest";
import { parseOptions, settingsText } from "#simulator/options.ts";

const parse = (...args: string[]) => parseOptions(args, ["oppwa", "payment", "sms"]);

describe("the options of the simulator", () => {
  test("have defaults", () => {
    expect(parse()).toEqual({
      options: { port: 4400, shopUrl: "http://localhost:3000", only: [], settingsFile: ".data/simulator.env" },
    });
  });

  test("are read; only the origin of the shop's URL is used", () => {
    expect(
      parse("--port", "0", "--shop", "http://127.0.0.1:8080/de/", "--only", "oppwa,sms", "--settings", "a.env"),
    ).toEqual({
      options: { port: 0, shopUrl: "http://127.0.0.1:8080", only: ["oppwa", "sms"], settingsFile: "a.env" },
    });
    expect(parse("--help")).toEqual({ help: true });
  });

  test.each([
    [["--port", "no"], /^--port is a number from 0 to 65000, not "no"\.$/],
    [["--port", "65001"], /^--port is a number/],
    [["--shop", "localhost:3000"], /^--shop is an address such as/],
    [["--only", "oppwa,paypal"], /^--only has the unknown name "paypal"; the names are oppwa, payment, sms\.$/],
    [["--loud"], /--loud/],
    [["oppwa"], /oppwa/],
  ])("%j are rejected with a message", (args, mistake) => {
    expect(parse(...args)).toEqual({ mistake: expect.stringMatching(mistake) });
  });
});

test("the file of settings starts with instructions, and quotes values for Node and for a shell", () => {
  const text = settingsText({ PAYMENT_PROVIDER: "oppwa" }, { OPPWA_BRANDS: "VISA MASTER" }, "x.env");
  expect(text).toContain("# Start the shop with it: node --env-file=x.env tools/launch.mjs start\n");
  expect(text).toContain("\nPAYMENT_PROVIDER='oppwa'\n\nOPPWA_BRANDS='VISA MASTER'\n");
});
