import type { FakeAnswer } from "#simulator/play/fake-server.ts";

const NAMES: Readonly<Record<string, string>> = { TWI: "TWINT", VIS: "Visa", ECA: "Mastercard" };

const page = (title: string, body: string): FakeAnswer => ({
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html><html lang="en"><title>${title}</title><meta name="viewport" content="width=device-width"><h1>${title}</h1>${body}</html>`,
});

/** Returns the payment page. If TWINT is the only method, redirects to TWINT's page. */
export function startPage(
  transaction: { readonly methods: readonly string[]; readonly status: string } | undefined,
  id: string,
): FakeAnswer {
  // A transaction that has ended cannot be started again.
  if (!transaction || !["initialized", "challenge_ongoing"].includes(transaction.status))
    return { ...page("Error", "<p>The transaction is no longer valid.</p>"), status: 400 };
  if (transaction.methods.join() === "TWI") return { status: 302, headers: { location: `/v1/twint/${id}` } };
  const links = transaction.methods.map((method) =>
    method === "TWI" ? `<li><a href="/v1/twint/${id}">TWINT</a></li>` : `<li>${NAMES[method] ?? method}</li>`,
  );
  return page("Payment", `<ul>${links.join("")}</ul>`);
}

/** Returns TWINT's page: a QR code on a computer, a link to the app on a phone. Its links do what the app would do. */
export function twintPage(id: string, userAgent: string): FakeAnswer {
  const isPhone = /Android|iPhone|Mobile/.test(userAgent);
  const how = isPhone
    ? `<p><a href="/v1/twint/${id}?app=pay">Open the TWINT app</a></p>`
    : `<p role="img" aria-label="QR code">▦</p><p><a href="/v1/twint/${id}?app=pay">Scanned and confirmed in the app</a></p>`;
  return page("TWINT", `${how}<p><a href="/v1/twint/${id}?app=cancel">Cancel</a></p>`);
}
