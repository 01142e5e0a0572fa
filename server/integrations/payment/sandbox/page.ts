import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { francs } from "#core/money/money.ts";
import { html, type Html } from "#server/platform/http/html.ts";
import type { SandboxPayment } from "./books.ts";

type Texts = {
  title: string;
  note: string;
  pay: string;
  decline: string;
  cancel: string;
  close: string;
  closed: string;
  done: string;
};

/** The texts of the provider's page. They are not in `locales/`, because the page is not a part of the shop. */
const TEXTS: Readonly<Record<Locale, Texts>> = {
  de: {
    title: "Zahlung",
    note: "Das ist der Zahlungsanbieter der Sandbox. Hier fliesst kein Geld.",
    pay: "Bezahlen",
    decline: "Karte ablehnen lassen",
    cancel: "Abbrechen",
    close: "Bezahlen und nicht zurückkehren",
    closed: "Bezahlt. Sie können dieses Fenster schliessen.",
    done: "Diese Zahlung ist abgeschlossen.",
  },
  en: {
    title: "Payment",
    note: "This is the sandbox’s payment provider. No money moves here.",
    pay: "Pay",
    decline: "Have the card declined",
    cancel: "Cancel",
    close: "Pay and do not return",
    closed: "Paid. You may close this window.",
    done: "This payment has ended.",
  },
  fr: {
    title: "Paiement",
    note: "Ceci est le prestataire de paiement du bac à sable. Aucun argent ne circule ici.",
    pay: "Payer",
    decline: "Faire refuser la carte",
    cancel: "Annuler",
    close: "Payer et ne pas revenir",
    closed: "Payé. Vous pouvez fermer cette fenêtre.",
    done: "Ce paiement est terminé.",
  },
  it: {
    title: "Pagamento",
    note: "Questo è il fornitore di pagamento della sandbox. Qui non circola denaro.",
    pay: "Pagare",
    decline: "Far rifiutare la carta",
    cancel: "Annullare",
    close: "Pagare e non tornare",
    closed: "Pagato. Può chiudere questa finestra.",
    done: "Questo pagamento è concluso.",
  },
  sr: {
    title: "Plaćanje",
    note: "Ovo je probni pružalac plaćanja. Ovde nema pravog novca.",
    pay: "Plati",
    decline: "Neka kartica bude odbijena",
    cancel: "Otkaži",
    close: "Plati i ne vraćaj se",
    closed: "Plaćeno. Možete zatvoriti ovaj prozor.",
    done: "Ovo plaćanje je završeno.",
  },
};

/** Returns the hosted payment page: a form with four possible outcomes. */
export function paymentPage(payment: SandboxPayment): Html {
  const texts = TEXTS[payment.locale];
  const body =
    payment.outcome === "pending"
      ? html`<form method="post">
          <button name="outcome" value="pay" class="main">${texts.pay}</button>
          <button name="outcome" value="decline">${texts.decline}</button>
          <button name="outcome" value="cancel">${texts.cancel}</button>
          <button name="outcome" value="pay-and-close">${texts.close}</button>
        </form>`
      : html`<p>${texts.done}</p>
          <p><a href="${returnAddress(payment)}">←</a></p>`;
  return frame(
    payment,
    html`<p>${texts.note}</p>
      <p class="amount">CHF ${francs(payment.amount)}</p>
      ${body}`,
  );
}

export function closedPage(payment: SandboxPayment): Html {
  return frame(payment, html`<p>${TEXTS[payment.locale].closed}</p>`);
}

export function returnAddress(payment: SandboxPayment): string {
  const url = new URL(payment.return_url);
  url.searchParams.set("hostedCheckoutId", payment.id);
  return url.href;
}

function frame(payment: SandboxPayment, body: Html): Html {
  const { title } = TEXTS[payment.locale];
  return html`<!doctype html>
    <html lang="${LANGUAGE_TAG[payment.locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox-payment.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}

export const PAYMENT_PAGE_CSS = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f1f4f1;color:#12261b}
main{max-width:420px;margin:48px auto;padding:32px;background:#fff;border-radius:16px;box-shadow:0 2px 24px rgb(18 38 27/.12)}
h1{margin:0 0 8px;font-size:26px}.amount{font-size:34px;font-weight:700;margin:16px 0 24px;font-variant-numeric:tabular-nums}
form{display:grid;gap:12px}button{min-height:52px;border-radius:12px;border:1.5px solid #5b7466;background:#fff;font:600 16px system-ui;cursor:pointer;color:inherit}
button.main{background:#12613c;border-color:#12613c;color:#fff}button:focus-visible{outline:3px solid #12613c;outline-offset:2px}
@media(max-width:480px){main{margin:0;min-height:100vh;border-radius:0}}`;
