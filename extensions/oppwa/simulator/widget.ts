/** Test card numbers, by the bank's response. */
export const CARDS = {
  frictionless: "4200 0000 0000 0042",
  challenge: "4200 0000 0000 0091",
  declined: "4200 0000 0000 0083",
} as const;
export type CardOutcome = keyof typeof CARDS;

/**
 * The origins involved in a payment: the platform, the host of the widget's helper script, the issuer's device check,
 * and the bank.
 */
export type Origins = {
  readonly platform: string;
  readonly cdn: string;
  readonly device: string;
  readonly bank: string;
};

/**
 * The widget's script (COPYandPAY, "Integration guide" and "Customization"): it replaces every form of class
 * `paymentWidgets` with the platform's own form. This form posts the card data to the platform in the frame
 * `wpwlOptions.paymentTarget`, by default one in the page. The script loads a helper from another host. Before the form
 * is posted, the issuer collects device data in a hidden frame of another origin (3-D Secure 2, method URL).
 */
export const widgetScript = ({ platform, cdn, device }: Origins, checkoutId: string): string => `(() => {
  const options = window.wpwlOptions ?? {};
  const helper = document.createElement("script");
  helper.src = ${JSON.stringify(`${cdn}/helper.js`)};
  helper.onload = fill;
  document.head.append(helper);
  function fill() {
    for (const place of document.querySelectorAll("form.paymentWidgets")) {
      const form = document.createElement("form");
      form.className = "wpwl-form wpwl-form-card";
      form.method = "post";
      form.action = ${JSON.stringify(`${platform}/v1/checkouts/${checkoutId}/payment`)};
      form.target = options.paymentTarget ?? "cnpIframe";
      const fields = { shopperResultUrl: place.action, resultTarget: options.shopperResultTarget ?? "_top" };
      for (const [name, value] of Object.entries(fields)) {
        const hidden = document.createElement("input");
        Object.assign(hidden, { type: "hidden", name, value });
        form.append(hidden);
      }
      const label = document.createElement("label");
      label.className = "wpwl-label";
      label.textContent = options.labels?.cardNumber ?? "Card Number";
      const number = document.createElement("input");
      Object.assign(number, { name: "card.number", className: "wpwl-control", autocomplete: "cc-number", inputMode: "numeric" });
      label.append(number);
      const button = document.createElement("button");
      button.className = "wpwl-button wpwl-button-pay";
      button.textContent = options.labels?.submit ?? "Pay now";
      form.append(label, button);
      const bank = document.createElement("iframe");
      bank.name = "cnpIframe";
      form.addEventListener("submit", (event) => {
        if (form.dataset.known) return;
        event.preventDefault();
        const method = document.createElement("iframe");
        method.hidden = true;
        method.src = ${JSON.stringify(`${device}/method`)};
        const known = ({ data }) => {
          if (data !== "device known") return;
          removeEventListener("message", known);
          form.dataset.known = "yes";
          form.requestSubmit();
        };
        addEventListener("message", known);
        form.append(method);
      });
      place.replaceWith(form, bank);
    }
  }
})();
`;

/** The helper script. Its content is irrelevant, but without it the widget shows nothing. */
export const HELPER = "globalThis.wpwlHelper = true;";

export const METHOD_PAGE = page("<script>parent.postMessage('device known', '*')</script>");

/**
 * Returns the page where the bank asks the cardholder. Both buttons post to the platform, which leads back to the shop.
 */
export const challengePage = (platform: string, id: string, back: string): string =>
  page(`<h1>Bank</h1>
<form method="post" action="${platform}/threeds/${id}?${new URLSearchParams({ back })}">
<button name="answer" value="yes">Confirm</button><button name="answer" value="no">Reject</button></form>`);

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Bank</title><body>${body}</body></html>`;
}
