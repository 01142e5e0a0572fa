import { createHash } from "node:crypto";
import type { PaymentWidget } from "#server/sale/payment/provider.ts";

/**
 * The sandbox's card form, which works like COPYandPAY: the page has a form of class `paymentWidgets`, and this script adds
 * the provider's fields. What is typed is only sent to the provider's origin.
 */
export const WIDGET_SCRIPT = `(() => {
  const { labels } = window.wpwlOptions;
  const fill = () => {
    for (const form of document.querySelectorAll("form.paymentWidgets:not([data-ready])")) {
      form.dataset.ready = "";
      form.method = "post";
      const card = form.dataset.brands !== "PAYPAL";
      if (card) {
        const label = document.createElement("label");
        label.textContent = labels.cardNumber;
        const input = document.createElement("input");
        Object.assign(input, { name: "cardNumber", inputMode: "numeric", autocomplete: "cc-number", required: true, value: "4111 1111 1111 1111" });
        label.append(input);
        form.append(label);
      }
      const outcome = document.createElement("input");
      Object.assign(outcome, { type: "hidden", name: "outcome", value: "pay" });
      const button = document.createElement("button");
      button.textContent = labels.submit + (card ? "" : " · PayPal");
      form.append(outcome, button);
    }
  };
  fill();
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
})();
`;

const INTEGRITY = `sha384-${createHash("sha384").update(WIDGET_SCRIPT).digest("base64")}`;

export function widgetOf(origin: string, paymentId: string): PaymentWidget {
  return {
    scriptUrl: `${origin}/widget.js`,
    integrity: INTEGRITY,
    formAction: `${origin}/pay/${paymentId}`,
    brands: ["VISA", "MASTER", "PAYPAL"],
  };
}
