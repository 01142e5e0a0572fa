import { createHash } from "node:crypto";
import type { PaymentWidget } from "#server/sale/payment/provider.ts";

/** The brands that the sandbox's form pretends to accept. Its page also pretends to accept TWINT, which has no form. */
export const SANDBOX_BRANDS: readonly string[] = ["VISA", "MASTER", "PAYPAL"];

/**
 * The script of the sandbox's card form, which works like COPYandPAY: the page has a form of class `paymentWidgets`, to
 * which this script adds the provider's fields. Input is only sent to the provider's origin.
 */
export const WIDGET_SCRIPT = `(() => {
  const { labels } = window.wpwlOptions;
  const fill = () => {
    for (const form of document.querySelectorAll("form.paymentWidgets:not([data-ready])")) {
      form.dataset.ready = "";
      form.method = "post";
      const card = form.dataset.brands !== "PAYPAL";
      form.className += " wpwl-form wpwl-form-card";
      const group = (name, ...content) => {
        const box = document.createElement("div");
        box.className = "wpwl-group wpwl-group-" + name;
        box.append(...content);
        form.append(box);
      };
      if (card) {
        const label = document.createElement("label");
        label.className = "wpwl-label wpwl-label-cardNumber";
        label.textContent = labels.cardNumber;
        label.htmlFor = "wpwl-card-number";
        const input = document.createElement("input");
        Object.assign(input, { id: "wpwl-card-number", className: "wpwl-control wpwl-control-cardNumber", name: "cardNumber", inputMode: "numeric", autocomplete: "cc-number", required: true, value: "4111 1111 1111 1111" });
        const wrapper = document.createElement("div");
        wrapper.className = "wpwl-wrapper wpwl-wrapper-cardNumber";
        wrapper.append(input);
        group("cardNumber", label, wrapper);
      }
      const outcome = document.createElement("input");
      Object.assign(outcome, { type: "hidden", name: "outcome", value: "pay" });
      const button = document.createElement("button");
      button.className = "wpwl-button wpwl-button-pay";
      button.textContent = labels.submit + (card ? "" : " · PayPal");
      form.append(outcome);
      group("submit", button);
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
    brands: [...SANDBOX_BRANDS],
  };
}
