import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/shop.ts";
import { RECIPIENT } from "#test/support/recorded-log.ts";
import { smsClient } from "./sms-client.ts";
import { startSmsCentre, type CentreOptions } from "../simulator/centre.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Starts a centre, and a client for it with the operator's settings. */
async function connected(options: CentreOptions = {}, more: Parameters<typeof smsClient>[1] = {}) {
  const centre = await startSmsCentre(options);
  const client = await smsClient(centre, more);
  ends.push(
    () => centre.stop(),
    () => client.stop(),
  );
  return { centre, ...client };
}

const HARD = "@ $ _ ä ö ü € [ ] { } ^ ~ | \\ è à é Ç ß";

describe("the alphabet", () => {
  test.each([
    ["gsm7-octets", "gsm", 0],
    ["latin1", "gsm", 8],
    ["latin1", "latin1", 8],
    ["ucs2", "gsm", 8],
    ["ucs2", "latin1", 8],
  ] as const)("%s: every letter arrives as written, at a centre whose default is %s", async (alphabet, own, coding) => {
    const { centre, send } = await connected({ alphabet: own }, { alphabet });
    expect(await send(HARD)).toBe("sent");
    expect([centre.read, centre.texts.at(-1)?.dataCoding]).toEqual([[HARD], coding]);
    const latin = HARD.replace("€ ", "");
    await send(latin);
    expect(centre.read.at(-1)).toBe(latin);
    expect(centre.texts.at(-1)?.dataCoding).toBe({ "gsm7-octets": 0, latin1: 3, ucs2: 8 }[alphabet]);
  });

  test("the octets of GSM are read as other letters by a centre with Latin-1: the setting decides", async () => {
    const { centre, send } = await connected({ alphabet: "latin1" }, { alphabet: "gsm7-octets" });
    await send("@ü");
    expect(centre.read).not.toEqual(["@ü"]);
  });

  test.each(["gsm7-octets", "latin1", "ucs2"] as const)(
    "%s: letters outside of it are sent as UCS-2",
    async (alphabet) => {
      const { centre, send } = await connected({}, { alphabet });
      for (const text of ["Vaš kod", "reçu", "код 😀"]) {
        await send(text);
        expect([centre.read.at(-1), centre.texts.at(-1)?.dataCoding]).toEqual([text, 8]);
      }
    },
  );

  test.each([
    ["gsm7-octets", 160, [153, 8]],
    ["latin1", 140, [134, 7]],
    ["ucs2", 70, [67, 4]],
  ] as const)("%s: %i letters fit one message, one more takes two", async (alphabet, whole, two) => {
    const { centre, send } = await connected({}, { alphabet });
    await send("a".repeat(whole));
    expect(centre.read.map((part) => part.length)).toEqual([whole]);
    await send("a".repeat(whole + 1));
    expect(centre.read.slice(1).map((part) => part.length)).toEqual(two);
  });

  test.each([
    ["gsm7-octets", "€"],
    ["latin1", "["],
    ["ucs2", "😀"],
  ] as const)("%s: a letter that counts as two is never split, and counts as two", async (alphabet, letter) => {
    for (const before of [0, 1]) {
      const { centre, send } = await connected({}, { alphabet });
      const text = "a".repeat(before) + letter.repeat(200);
      expect(await send(text)).toBe("sent");
      expect(centre.read.join("")).toBe(text);
    }
  });
});

describe("the addressing", () => {
  test("of sender, recipient and system follows the settings", async () => {
    const { centre, send } = await connected(
      { recipients: { ton: 0, npi: 1 }, systemType: "VMA" },
      { sender: "963", senderType: { ton: 3, npi: 0 }, recipientType: { ton: 0, npi: 1 }, systemType: "VMA" },
    );
    expect(await send("a")).toBe("sent");
    expect(centre.texts[0]).toMatchObject({
      from: { ton: 3, npi: 0, address: "963" },
      to: { ton: 0, npi: 1, address: RECIPIENT },
    });
  });

  test("requests a receipt for every part, and expires with the code: five minutes, relative", async () => {
    const { centre, send } = await connected();
    await send("a".repeat(200));
    // SMPP 3.4, 7.1.1.2.
    expect(centre.texts.map(({ validity, registered }) => [validity, registered])).toEqual([
      ["000000000500000R", 1],
      ["000000000500000R", 1],
    ]);
  });
});

describe("a rejection", () => {
  test("concerns the number only with 0x0b", async () => {
    const { centre, lines, send } = await connected();
    centre.state.statuses = [0x0b];
    expect(await send("a")).toBe("refused");
    expect(lines).toEqual([]);
  });

  test.each([
    [0x0a, "ESME_RINVSRCADR"],
    [0x48, "ESME_RINVSRCTON"],
    [0x49, "ESME_RINVSRCNPI"],
    [0x50, "ESME_RINVDSTTON"],
    [0x51, "ESME_RINVDSTNPI"],
    [0x15, "ESME_RINVSERTYP"],
    [0x62, "ESME_RINVEXPIRY"],
    [0x01, "ESME_RINVMSGLEN"],
  ])(
    "%j is a mistake in the settings: it is logged as an error, and the shopper has to retry later",
    async (status, name) => {
      const { centre, lines, send } = await connected();
      centre.state.statuses = [status];
      expect(await send("a")).toBe("later");
      expect(centre.texts).toHaveLength(1);
      expect(lines).toEqual([{ level: "error", status: name, msg: expect.stringContaining("settings") }]);
      expect(JSON.stringify(lines)).not.toContain(RECIPIENT);
    },
  );

  test.each([
    [0x58, "ESME_RTHROTTLED"],
    [0x14, "ESME_RMSGQFUL"],
    [0x08, "ESME_RSYSERR"],
    [0x45, "ESME_RSUBMITFAIL"],
  ])("0x%s is retried, and finally the shopper has to retry later", async (status, name) => {
    const { centre, lines, send } = await connected();
    centre.state.statuses = [status, status];
    expect(await send("a")).toBe("sent");
    expect([centre.texts.length, lines]).toEqual([3, []]);
    centre.state.statuses = [status, status, status, status];
    expect(await send("a")).toBe("later");
    expect(lines).toEqual([{ level: "warn", status: name, msg: expect.any(String) }]);
  });

  test("with a status specific to the centre is logged by its number and not retried; the shopper has to retry later", async () => {
    const { centre, lines, send } = await connected();
    centre.state.statuses = [0x40b];
    expect(await send("a")).toBe("later");
    expect([centre.texts.length, lines]).toEqual([1, [{ level: "error", status: "0x40b", msg: expect.any(String) }]]);
  });

  test("because the connection is not bound opens another one", async () => {
    const { centre, send } = await connected();
    centre.state.statuses = [0x04];
    expect(await send("a")).toBe("sent");
    expect(await send("b")).toBe("sent");
    expect(centre.binds).toHaveLength(2);
  });

  test.each([
    [0x0d, "ESME_RBINDFAIL"],
    [0x0e, "ESME_RINVPASWD"],
    [0x0f, "ESME_RINVSYSID"],
    [0x53, "ESME_RINVSYSTYP"],
  ])("of the bind (0x%s) is logged as an error with its name", async (status, name) => {
    const { centre, lines, send } = await connected();
    centre.state.bindStatus = status;
    expect(await send("a")).toBe("later");
    expect(lines).toEqual([{ level: "error", status: name, msg: expect.stringContaining("settings") }]);
    expect(JSON.stringify(lines)).not.toContain("secret08");
  });
});

describe("a delivery receipt", () => {
  test.each(["parameters", "text"] as const)("with %s is answered and counted", async (as) => {
    const { centre, counted, send } = await connected();
    await send("a");
    for (const state of ["delivered", "expired", "undeliverable", "rejected"] as const) centre.receipt(state, as);
    await eventually("four answers", () =>
      Promise.resolve(centre.received.filter((name) => name === "deliver_sm_resp").length === 4),
    );
    expect(counted).toEqual(["accepted", "delivered", "expired", "undeliverable", "rejected"]);
  });

  test("is distinguished from an incoming text message, which is answered but not counted", async () => {
    const { centre, counted, send } = await connected();
    await send("a");
    centre.incoming("id:1 stat:DELIVRD");
    await eventually("an answer", () => Promise.resolve(centre.received.includes("deliver_sm_resp")));
    expect(counted).toEqual(["accepted"]);
  });

  test("is expected for exactly the parts that the centre accepts", async () => {
    const { centre, counted, send } = await connected();
    await send("a".repeat(200));
    centre.state.statuses = [0x0b];
    await send("a");
    expect(counted).toEqual(["accepted", "accepted"]);
  });
});
