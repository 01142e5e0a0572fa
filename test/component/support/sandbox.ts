import { expect } from "vitest";

type Message = { readonly channel: string; readonly to: string; readonly subject: string; readonly text: string };

type OrderEvent = {
  readonly eventType: string;
  readonly event: {
    readonly productOrder: {
      readonly id: string;
      readonly productOrderItem: readonly { readonly productOffering: { readonly id: string } }[];
    };
  };
};

async function read(path: string): Promise<unknown> {
  return (await fetch(`/sandbox/${path}`, { headers: { accept: "application/json" } })).json();
}

/** Returns the mails to an address or the text messages to a number, newest first. */
export async function messagesTo(to: string): Promise<readonly Message[]> {
  return (await read(`messages?to=${encodeURIComponent(to)}`)) as Message[];
}

/** Returns the code of the newest text message to a number. */
export async function codeSentTo(phone: string): Promise<string> {
  return /\d{6}/.exec((await messagesTo(phone))[0]?.text ?? "")?.[0] ?? "";
}

/** Waits for the hand-over of an order; returns the codes of its lines. */
export async function handedOver(number: string): Promise<readonly string[]> {
  const find = async () =>
    ((await read("orders")) as OrderEvent[]).find(
      ({ eventType, event }) => eventType === "ProductOrderCreateEvent" && event.productOrder.id === number,
    );
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return ((await find())?.event.productOrder.productOrderItem ?? []).map((item) => item.productOffering.id);
}
