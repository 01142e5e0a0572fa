import { afterAll, beforeAll, expect, test } from "vitest";
import { play } from "#test/support/simulated.ts";
import { OPPWA_PROVIDER } from "../simulator/provider.ts";
import { makeCheckout, PROBES, sendCard } from "./probes.ts";

let played: Awaited<ReturnType<typeof play>>;
beforeAll(async () => {
  played = await play([OPPWA_PROVIDER]);
});
afterAll(() => played.stop());

test("a card is charged once, although its answer was lost and the browser sent it again", async () => {
  const id = await makeCheckout(played.simulator.details);
  await played.once("oppwa", "answerLost");
  await expect(sendCard(played.simulator.details, id)).rejects.toThrow();
  expect((await sendCard(played.simulator.details, id)).status).toBe(302);
  const debits = (await played.provider("oppwa")).holds[1]?.rows.filter((row) => row.id === `pay-${id}`);
  expect(debits).toHaveLength(1);
});

test("at the console of the platform a payment is accepted once, and charged back once", async () => {
  await PROBES["oppwa"]?.(played.simulator.details, played.act("oppwa"));
  const transactions = async () => (await played.provider("oppwa")).holds[1]?.rows ?? [];
  const [debit] = await transactions();
  expect(debit?.actions).toEqual(["refund", "reverse", "chargeback"]);
  expect((await played.act("oppwa")("accept", (debit?.id ?? "").replace("pay-", ""))).status).toBe(409);
  expect((await played.act("oppwa")("chargeback", debit?.id ?? "")).status).toBe(200);
  expect((await transactions()).map(({ cells: [type], actions }) => [type, actions.length]).slice(0, 2)).toEqual([
    ["chargeback", 0],
    ["debit", 0],
  ]);
});
