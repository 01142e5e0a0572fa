import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#test/support/shop.ts";
import { play } from "#test/support/simulated.ts";
import { SMPP_PROVIDER } from "../simulator/provider.ts";
import { sendText } from "./probes.ts";

let played: Awaited<ReturnType<typeof play>>;
beforeAll(async () => {
  played = await play([SMPP_PROVIDER]);
});
afterAll(() => played.stop());

describe("the SMS centre", () => {
  const texts = async () => (await played.provider("smpp")).holds[0]?.rows.map(({ cells }) => cells) ?? [];

  test("shows a message of several parts as one, with its code, and reports it as delivered", async () => {
    const text = `${"Ваш код је овде. ".repeat(6)}\n\n@shop.example.ch #483920`;
    const { outcome, counted, stop } = await sendText(played.simulator.details, text);
    expect(outcome).toBe("sent");
    expect((await texts())[0]).toEqual(["41784000001", "483920", text]);
    await eventually("the receipts", () => Promise.resolve(counted.includes("delivered")));
    await stop();
  });

  test("accepts nothing from an account with another password", async () => {
    const before = (await texts()).length;
    const stranger = await sendText(played.simulator.details, "a", "guessed");
    await stranger.stop();
    expect([stranger.outcome, (await texts()).length]).toEqual(["later", before]);
  });

  test("has the message although its answer was lost, and rejects a number marked for rejection", async () => {
    const before = (await texts()).length;
    await played.once("smpp", "answerLost");
    const lost = await sendText(played.simulator.details, "a");
    expect(lost.outcome).toBe("unknown");
    await lost.stop();
    expect((await texts()).length).toBe(before + 1);
    await played.send("POST", "/actions/smpp/refuseNumber", { value: "41784000001" });
    const refused = await sendText(played.simulator.details, "b");
    expect(refused.outcome).toBe("refused");
    await refused.stop();
    await played.act("smpp")("permitNumber", "41784000001");
    const permitted = await sendText(played.simulator.details, "c");
    expect(permitted.outcome).toBe("sent");
    await permitted.stop();
  });
});
