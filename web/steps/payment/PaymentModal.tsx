import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import styles from "./PaymentStep.module.css";

type Widget = NonNullable<PrepareAnswers["6"]["widget"]>;
type Brand = { readonly code: string; readonly name: string };

/** The payment brands of each tab, by the provider's codes; those that the widget names are offered. */
const PAYMENT_BRANDS = {
  paypal: [{ code: "PAYPAL", name: "PayPal" }],
  card: [
    { code: "VISA", name: "Visa" },
    { code: "MASTER", name: "Mastercard" },
  ],
  transfer: [{ code: "SOFORTUEBERWEISUNG", name: "Sofort" }],
} as const satisfies Record<string, readonly Brand[]>;
type Way = keyof typeof PAYMENT_BRANDS;
const WAYS = Object.keys(PAYMENT_BRANDS) as Way[];

/** The provider's payment form inside the page: tabs for PayPal and cards (specification 2). */
export function PaymentModal({
  widget,
  amount,
  onClose,
}: {
  readonly widget: Widget;
  readonly amount: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations("customer.payment");
  const offeredBy = (way: Way): readonly Brand[] =>
    PAYMENT_BRANDS[way].filter(({ code }) => widget.brands.includes(code));
  const ways = WAYS.filter((way) => offeredBy(way).length > 0);
  const [way, setWay] = useState<Way>(ways.includes("card") ? "card" : (ways[0] ?? "card"));
  const brands = offeredBy(way);
  return (
    <Dialog title={t("modalTitle", { amount })} wide ignoreOutsideClick onClose={onClose} closeLabel={t("close")}>
      <Tabs
        label={t("ways")}
        tabs={ways.map((key) => ({ key, label: t(`way.${key}`) }))}
        current={way}
        onChange={setWay}
      >
        <div className={styles.brands}>
          {brands.map(({ code, name }) => (
            <span key={code} className={styles.brand} data-brand={code}>
              {name}
            </span>
          ))}
        </div>
        <WidgetForm key={way} widget={widget} brands={brands.map(({ code }) => code)} />
      </Tabs>
    </Dialog>
  );
}

/** Globals that the provider's script reads and sets. */
type WidgetPage = { wpwlOptions?: ReturnType<typeof useWidgetOptions>; wpwl?: { unload?: () => void } };

/** The options of the provider's script, with the shop's texts: the provider has no Serbian ones. */
function useWidgetOptions() {
  const t = useTranslations("customer.payment.widget");
  const { locale } = usePage();
  return useMemo(
    () => ({
      locale: locale === "sr" ? "en" : locale,
      style: "plain",
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

/** The form that the provider's script fills with payment fields. React does not render inside it. */
function WidgetForm({ widget, brands }: { readonly widget: Widget; readonly brands: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
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
    script.src = widget.scriptUrl;
    if (widget.integrity) {
      script.integrity = widget.integrity;
      script.crossOrigin = "anonymous";
    }
    script.onerror = () => setFailed(true);
    element.replaceChildren(form, script);
    return () => {
      page.wpwl?.unload?.();
      element.replaceChildren();
    };
  }, [widget, brandList, options, failed]);
  const retry = () => {
    // The pressed button is about to disappear.
    container.current?.focus();
    setFailed(false);
  };
  return (
    <>
      {failed && <ScriptFailure onRetry={retry} />}
      <div ref={container} tabIndex={-1} className={styles.widget} />
    </>
  );
}

/** The provider's script did not load. */
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
      {t("customer.payment.widgetLost")}
    </Alert>
  );
}
