import { describe, expect, test } from "vitest";
import { allCommands } from "#server/operator/cli/commands.ts";
import { kasse } from "../support/cli.ts";

const COMMANDS = await allCommands();

const nowhere = { DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" };

test("--help lists every command, and each has its own help", async () => {
  const all = await kasse(["--help"], {});
  expect(all.code).toBe(0);
  for (const { name, about } of COMMANDS) {
    expect(all.out).toContain(about);
    const own = await kasse([...name.split(" "), "--help"], {});
    expect(own).toMatchObject({ code: 0, err: "" });
    expect(own.out).toMatch(new RegExp(`^kasse ${name}`));
  }
  expect((await kasse(["help", "orders", "list"], {})).out).toContain("--since");
  expect((await kasse(["orders", "--help"], {})).out).not.toContain("catalogue");
});

const ORDERS = [
  "list",
  "show",
  "resend",
  "mail",
  "transfer",
  "skip-to",
  "hold list",
  "hold release",
  "hold cancel",
  "cancel",
  "refund",
]
  .map((name) => `"orders ${name}"`)
  .join(", ");

describe("a mistyped command ends with exit code 2 and one message", () => {
  test.each([
    [[], ""],
    [["nope"], 'there is no command "nope"; --help lists them.'],
    [["orders"], `"orders" is not a complete command; use ${ORDERS}.`],
    [["orders", "delete"], `there is no "orders delete"; use ${ORDERS}.`],
    [
      ["orders", "hold"],
      '"orders hold" is not a complete command; use "orders hold list", "orders hold release", "orders hold cancel".',
    ],
    [
      ["orders", "hold", "free", "K1"],
      'there is no "orders hold free"; use "orders hold list", "orders hold release", "orders hold cancel".',
    ],
    [["orders", "hold", "release", "K1"], "--reason is missing; see `orders hold release --help`."],
    [
      ["orders", "refund", "K1", "--reason", "a reason\n2026 forged"],
      "--reason has control characters, such as a line break.",
    ],
    [["orders", "refund", "K1", "--reason", "why"], "--reason must have 5 to 500 characters."],
    [["orders", "list", "--until=x"], "orders list has no option --until; see `orders list --help`."],
    [["orders", "list", "--since", "2026-02-31"], '--since is "2026-02-31"; it must be a day such as 2026-03-01.'],
    [
      ["orders", "list", "--status", "lost"],
      '--status is "lost"; it must be one of placed, onHold, awaitingPayment, cancelled.',
    ],
    [["orders", "show"], "<number> is missing; see `orders show --help`."],
    [["orders", "show", "K1", "K2"], '"K2" is one argument too many; see `orders show --help`.'],
    [["documents", "show", "K1", "--out", "x.jpg"], "--reason is missing; see `documents show --help`."],
    [["documents", "show", "K1", "--out", "x.jpg", "--reason", "why"], "--reason must have 5 to 500 characters."],
  ])("%j", async (argv, sentence) => {
    const { code, err } = await kasse(argv, nowhere);
    expect(code).toBe(2);
    expect(err).toBe(sentence && `kasse: ${sentence}`);
  });
});

test("a wrong setting ends with exit code 2, an unavailable database with 1, and the password is not shown", async () => {
  expect(await kasse(["orders", "list"], { PORT: "many" })).toMatchObject({
    code: 2,
    err: 'kasse: PORT is "many"; it must be a whole number from 0 to 65534.',
  });
  const away = await kasse(["orders", "list"], nowhere);
  expect(away.code).toBe(1);
  expect(away.err).toMatch(
    /^kasse: the database none at 127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*DATABASE_URL\.$/,
  );
  expect(away.err).not.toContain("secret");
});

describe("config check", () => {
  test("shows every effective setting with its source, and no secret", async () => {
    const { code, out, err } = await kasse(["config", "check"], { ...nowhere, PORT: "4000", SUMARY_STEP: "show" });
    expect(code).toBe(0);
    expect(out).toMatch(/^PORT +4000 +environment$/m);
    expect(out).toMatch(/^DATABASE_URL +set +environment$/m);
    expect(out).toMatch(/^PUBLIC_URL +http:\/\/localhost:4000 +default$/m);
    expect(out).not.toContain("secret@");
    expect(err).toBe("Warning: SUMARY_STEP is not a setting of Kasse; did you mean SUMMARY_STEP?");
  });

  test("also checks what only a server needs, in the same run", async () => {
    const { code, err } = await kasse(["config", "check"], {
      PORT: "many",
      DESK_URL: "https://desk.example.ch",
      TMF_PORT: "9600",
    });
    expect([code, err.split("\n- ").map((line) => line.split(" ")[0])]).toEqual([
      2,
      ["kasse:", "PORT", "DESK_URL", "TMF_PORT"],
    ]);
  });

  test("lists all mistakes, and ends with exit code 2", async () => {
    const { code, out, err } = await kasse(["config", "check"], { PORT: "many", MAIL_PROVIDER: "smtp" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      [
        "kasse: 2 settings are wrong:",
        '- PORT is "many"; it must be a whole number from 0 to 65534.',
        "- SMTP_URL is not set, and MAIL_PROVIDER=smtp needs it.",
      ].join("\n"),
    );
  });
});
