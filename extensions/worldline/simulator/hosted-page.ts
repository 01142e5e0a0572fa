import { createServer } from "node:https";
import { listen } from "#simulator/play/fake-server.ts";
import { generate } from "selfsigned";

type HostedAnswer = "pay" | "decline" | "cancel";
type Hosted = {
  readonly port: number;
  /** Returns the amount to show; null if there is no such checkout. */
  readonly amountOf: (id: string) => string | null;
  /** Ends the checkout; returns the URL that leads back to the shop. */
  readonly end: (id: string, answer: HostedAnswer) => string;
};

const ANSWERS: readonly HostedAnswer[] = ["pay", "decline", "cancel"];

/**
 * Starts the hosted page at `https://payment.kasse.localhost`; the shop always uses HTTPS for it. Its certificate is
 * self-signed and new in each run, so a browser asks once whether to trust it. Rejects with the error of `listen` if
 * the port is taken.
 */
export async function startHostedPage({ port, amountOf, end }: Hosted) {
  const { private: key, cert } = await generate([{ name: "commonName", value: "payment.kasse.localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "payment.kasse.localhost" }] }],
  });
  const server = createServer({ key, cert }, (request, response) => {
    const [, , id = "", answer] = (request.url ?? "/").split("/");
    const amount = amountOf(id);
    const chosen = ANSWERS.find((each) => each === answer);
    if (amount === null) response.writeHead(404).end();
    else if (request.method === "POST" && chosen) response.writeHead(303, { location: end(id, chosen) }).end();
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(pageOf(id, amount));
  });
  const listening = await listen(server, port);
  /** Host and port, without the prefix `payment.`. */
  return { ...listening, address: `kasse.localhost:${listening.port}` };
}

const LABELS: Readonly<Record<HostedAnswer, string>> = { pay: "Pay", decline: "Be declined", cancel: "Cancel" };

const pageOf = (id: string, amount: string): string =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Payment</title><h1>Pay CHF ${amount}</h1>
${ANSWERS.map((each) => `<form method="post" action="/checkout/${id}/${each}"><button>${LABELS[each]}</button></form>`).join("\n")}</html>`;
