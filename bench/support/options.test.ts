import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { number, oneOf, parseOptions, settings, wholeNumber } from "./options.ts";

const OPTIONS = {
  rate: number(40),
  "warm-up": number(0.5),
  runs: wholeNumber(5),
  picture: oneOf("200", ["small", "200"]),
  settings: settings(),
};
const DEFAULTS = { rate: 40, "warm-up": 0.5, runs: 5, picture: "200", settings: {}, positionals: [] };

describe("allowed arguments", () => {
  test.each([
    [[], {}],
    [["--rate", "0.5", "--runs=3"], { rate: 0.5, runs: 3 }],
    [["--warm-up", "1", "--picture", "small"], { "warm-up": 1, picture: "small" }],
    [["--runs", "3", "--runs", "4"], { runs: 4 }],
    [["--settings", "WORKERS=3,LOG_LEVEL=error"], { settings: { WORKERS: "3", LOG_LEVEL: "error" } }],
  ])("%j", (args, values) => {
    expect(parseOptions(args, OPTIONS)).toEqual({ ok: true, values: { ...DEFAULTS, ...values } });
  });

  test("arguments without an option, for a benchmark that accepts them", () => {
    expect(parseOptions(["main", "--runs", "3", "HEAD"], OPTIONS, 2)).toEqual({
      ok: true,
      values: { ...DEFAULTS, runs: 3, positionals: ["main", "HEAD"] },
    });
  });
});

describe("mistakes", () => {
  const KNOWN = "only --rate, --warm-up, --runs, --picture and --settings.";

  test.each([
    ["--nope", `There is no option "--nope", ${KNOWN}`],
    ["--nope=3", `There is no option "--nope=3", ${KNOWN}`],
    ["--no-rate", `There is no option "--no-rate", ${KNOWN}`],
    ["--constructor 3", `There is no option "--constructor", ${KNOWN}`],
    ["-r 3", `There is no option "-r", ${KNOWN}`],
    ["--runs", "--runs has no value; it must be a whole number above 0."],
    ["--rate --runs 3", "--rate has no value; it must be a number above 0."],
    ["--rate=", "--rate has no value; it must be a number above 0."],
    ["--rate abc", '--rate must be a number above 0, not "abc".'],
    ["--rate 0", '--rate must be a number above 0, not "0".'],
    ["--rate -1", '--rate must be a number above 0, not "-1".'],
    ["--rate NaN", '--rate must be a number above 0, not "NaN".'],
    ["--rate Infinity", '--rate must be a number above 0, not "Infinity".'],
    ["--rate 1e999", '--rate must be a number above 0, not "1e999".'],
    ["--runs 0", '--runs must be a whole number above 0, not "0".'],
    ["--runs -3", '--runs must be a whole number above 0, not "-3".'],
    ["--runs 2.5", '--runs must be a whole number above 0, not "2.5".'],
    ["--runs 3x", '--runs must be a whole number above 0, not "3x".'],
    [
      "--settings WORKERS",
      '--settings must be settings and their values, such as "WORKERS=3,DATABASE_POOL=30", not "WORKERS".',
    ],
    ["--picture 300", '--picture must be "small" or "200", not "300".'],
    ["--runs 3 5", 'The argument "5" is not expected; this benchmark takes only options.'],
  ])("%s", (typed, message) => {
    expect(parseOptions(typed.split(" "), OPTIONS)).toEqual({ ok: false, message });
  });

  test("one argument too many", () => {
    const message = 'The argument "c" is not expected; this benchmark takes at most 2 arguments besides its options.';
    expect(parseOptions(["a", "b", "c"], OPTIONS, 2)).toEqual({ ok: false, message });
  });
});

describe("a benchmark", () => {
  const pricing = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bench/pricing.ts", ...args], { encoding: "utf8" });
    return { status, stdout, stderr };
  };

  test("prints its help, even with a wrong option", () => {
    expect(pricing("--help", "--nope")).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^npm run bench:pricing -- .*\n/),
      stderr: "",
    });
  });

  test("ends with a message and exit code 2 before it measures", () => {
    const stderr = '--rate must be a number above 0, not "abc". See --help.\n';
    expect(pricing("--rate", "abc")).toEqual({ status: 2, stdout: "", stderr });
  });

  test("does not compare a commit that git does not know", () => {
    const typed = ["bench/compare.ts", "no-such-commit"];
    const { status, stderr } = spawnSync(process.execPath, typed, { encoding: "utf8" });
    expect(stderr).toBe('A must be a commit that git knows, not "no-such-commit". See --help.\n');
    expect(status).toBe(2);
  });
});

test.each(globSync("bench/*.ts"))("%s reads its options like the others", (file) => {
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/\breadOptions\(\s*HELP,/);
  expect(text).not.toContain("parseArgs");
});
