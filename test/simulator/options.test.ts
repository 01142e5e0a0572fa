import { describe, expect, test } from "vitest";
import { parseOptions, settingsText } from "#simulator/options.ts";

const parse = (...args: string[]) => parseOptions(args, ["twilio", "payment", "sms"]);

describe("the options of the simulator", () => {
  test("have defaults", () => {
    expect(parse()).toEqual({
      options: { port: 4400, shopUrl: "http://localhost:3000", only: [], settingsFile: ".data/simulator.env" },
    });
  });

  test("are read; only the origin of the shop's URL is used", () => {
    expect(
      parse("--port", "0", "--shop", "http://127.0.0.1:8080/de/", "--only", "twilio,sms", "--settings", "a.env"),
    ).toEqual({
      options: { port: 0, shopUrl: "http://127.0.0.1:8080", only: ["twilio", "sms"], settingsFile: "a.env" },
    });
    expect(parse("--help")).toEqual({ help: true });
  });

  test.each([
    [["--port", "no"], /^--port is a number from 0 to 65000, not "no"\.$/],
    [["--port", "65001"], /^--port is a number/],
    [["--shop", "localhost:3000"], /^--shop is an address such as/],
    [["--only", "twilio,paypal"], /^--only has the unknown name "paypal"; the names are twilio, payment, sms\.$/],
    [["--loud"], /--loud/],
    [["twilio"], /twilio/],
  ])("%j are rejected with a message", (args, mistake) => {
    expect(parse(...args)).toEqual({ mistake: expect.stringMatching(mistake) });
  });
});

test("the file of settings starts with instructions, and quotes values for Node and for a shell", () => {
  const text = settingsText({ SMS_PROVIDER: "twilio" }, { TWILIO_SENDER: "Alpen Fon" }, "x.env");
  expect(text).toContain("# Start the shop with it: node --env-file=x.env tools/launch.mjs start\n");
  expect(text).toContain("\nSMS_PROVIDER='twilio'\n\nTWILIO_SENDER='Alpen Fon'\n");
});
