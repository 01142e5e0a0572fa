import type { Text } from "#simulator/sms/texts.ts";
import { readText } from "./alphabets.ts";
import type { Taken } from "./centre.ts";

/** What the phones show of the messages that a centre took: parts of one text are put together (3GPP TS 23.040, 9.2.3.24.1). */
export function openInbox() {
  const texts: { readonly id: string; readonly to: string; readonly taken: Taken; readonly parts: string[] }[] = [];
  const byReference = new Map<string, (typeof texts)[number]>();
  return {
    add(taken: Taken) {
      const { to, esmClass, dataCoding, message } = taken.submitted;
      const headerLength = esmClass & 0x40 ? (message[0] ?? 0) + 1 : 0;
      const [, , , reference = 0, total = 1, number = 1] = headerLength > 0 ? message : [];
      const part = readText(message.subarray(headerLength), dataCoding, "gsm") ?? "(unreadable)";
      const key = `${to.address} ${reference}`;
      const known = headerLength > 0 ? byReference.get(key) : undefined;
      const text = known ?? { id: taken.id, to: to.address, taken, parts: [] };
      if (!known) texts.push(text);
      text.parts[number - 1] = part;
      // A reference is used again when all parts are there.
      if (headerLength > 0 && text.parts.filter((each) => each !== undefined).length < total)
        byReference.set(key, text);
      else byReference.delete(key);
    },
    list: (): readonly Text[] => texts.map(({ id, to, parts }) => ({ id, to, text: parts.join("") })),
    find: (id: string): Taken | null => texts.find((each) => each.id === id)?.taken ?? null,
  };
}
