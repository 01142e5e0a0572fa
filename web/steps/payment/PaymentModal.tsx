import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { PaymentWay } from "#core/payment/payment-brands.ts";
import { waysOf } from "#core/payment/payment-ways.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { BrandMarks } from "./BrandMarks.tsx";
import styles from "./PaymentStep.module.css";

type Widget = NonNullable<PrepareAnswers["6"]["widget"]>;

/**
 * The provider's payment form inside the page: tabs for PayPal and cards (section 2 of the specification).
 * `initialTab`: the tab that is open initially.
 */
export function PaymentModal({
  widget,
  amount,
  initialTab,
  onClose,
}: {
  readonly widget: Widget;
  readonly amount: string;
  readonly initialTab: PaymentWay;
  readonly onClose: () => void;
}) {
  const t = useTranslations("payment");
  const ways = waysOf(widget.brands);
  const [way, setWay] = useState<PaymentWay>(initialTab);
  const brands = (ways.find((each) => each.way === way) ?? ways[0])?.brands ?? [];
  const form = (
    <>
      <BrandMarks brands={brands} />
      <WidgetForm key={way} widget={widget} brands={brands.map(({ code }) => code)} />
      <p className={styles.secure}>
        <Icon name="lock" size={18} /> {t("secure")}
      </p>
      <p className={styles.secure}>{t("note")}</p>
    </>
  );
  return (
    <Dialog title={t("modalTitle", { amount })} wide ignoreOutsideClick onClose={onClose} closeLabel={t("close")}>
      {ways.length > 1 ? (
        <Tabs
          label={t("ways")}
          tabs={ways.map((each) => ({ key: each.way, label: t(`way.${each.way}`) }))}
          current={way}
          onChange={setWay}
        >
          {form}
        </Tabs>
      ) : (
        form
      )}
    </Dialog>
  );
}

/** Globals that the provider's script reads and sets. */
type WidgetPage = { wpwlOptions?: ReturnType<typeof useWidgetOptions>; wpwl?: { unload?: () => void } };

/**
 * Makes the card number and security code look like the kit's text fields. They are in frames, which the page's styles
 * do not reach.
 */
const IFRAME_STYLES = {
  "card-number-placeholder": { color: "#6a7193" },
  "cvv-placeholder": { color: "#6a7193" },
  "card-number": { "font-size": "17px", "font-family": "system-ui, sans-serif" },
  cvv: { "font-size": "17px", "font-family": "system-ui, sans-serif" },
} as const;

/** Returns the options of the provider's script, with the shop's texts, because the provider has none in Serbian. */
function useWidgetOptions() {
  const t = useTranslations("payment.widget");
  const { locale } = usePage();
  return useMemo(
    () => ({
      locale: locale === "sr" ? "en" : locale,
      style: "plain",
      // By default the widget shows the bank in a frame, where many banks refuse to appear.
      paymentTarget: "_top",
      shopperResultTarget: "_top",
      iframeStyles: IFRAME_STYLES,
      labels: {
        brand: t("brand"),
        cardHolder: t("cardHolder"),
        cardNumber: t("cardNumber"),
        cvv: t("cvv"),
        expiryDate: t("expiryDate"),
        mmyy: t("mmyy"),
        submit: t("submit"),
      },
      errorMessages: {
        cardHolderError: t("cardHolderError"),
        cardNumberError: t("cardNumberError"),
        cvvError: t("cvvError"),
        expiryMonthError: t("expiryError"),
        expiryYearError: t("expiryError"),
      },
    }),
    [t, locale],
  );
}

/** Time after which a script that has neither loaded nor failed counts as failed, in ms. */
const SCRIPT_TIMEOUT_MS = 15_000;

/** The form that the provider's script fills with payment fields. React does not render inside it. */
function WidgetForm({ widget, brands }: { readonly widget: Widget; readonly brands: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const [attempts, setAttempts] = useState(0);
  const t = useTranslations();
  const failed = state === "failed";
  const options = useWidgetOptions();
  const brandList = brands.join(" ");
  useEffect(() => {
    const element = container.current;
    if (!element || failed) return;
    const form = document.createElement("form");
    form.action = widget.formAction;
    form.className = "paymentWidgets";
    form.dataset["brands"] = brandList;
    // The script reads its options from this global when it starts.
    const page = globalThis as typeof globalThis & WidgetPage;
    page.wpwlOptions = options;
    const script = document.createElement("script");
    // Browsers do not repeat a request to the same URL while it is pending, so each attempt has a different URL.
    const source = new URL(widget.scriptUrl);
    if (attempts > 0) source.searchParams.set("try", String(attempts));
    script.src = source.href;
    if (widget.integrity) {
      script.integrity = widget.integrity;
      script.crossOrigin = "anonymous";
    }
    const late = setTimeout(() => setState("failed"), SCRIPT_TIMEOUT_MS);
    script.onload = () => {
      clearTimeout(late);
      setState("loaded");
    };
    script.onerror = () => setState("failed");
    element.replaceChildren(form, script);
    return () => {
      clearTimeout(late);
      // Later events of an abandoned script must not affect its replacement.
      script.onload = script.onerror = null;
      page.wpwl?.unload?.();
      element.replaceChildren();
    };
  }, [widget, brandList, options, failed, attempts]);
  const retry = () => {
    // The focused button is about to disappear.
    container.current?.focus();
    setAttempts(attempts + 1);
    setState("loading");
  };
  return (
    <>
      {failed && <ScriptFailure onRetry={retry} />}
      <output>{state === "loading" && t("common.loading")}</output>
      <div ref={container} tabIndex={-1} role="group" aria-label={t("payment.with")} className={styles.widget} />
    </>
  );
}

/** A notice that the provider's script did not load. */
function ScriptFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations();
  return (
    <Alert
      tone="warn"
      actions={
        <Button compact onClick={onRetry}>
          {t("common.retry")}
        </Button>
      }
    >
      {t("payment.widgetLost")}
    </Alert>
  );
}
