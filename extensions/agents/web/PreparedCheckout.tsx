import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { fromWire } from "#core/form/spelling.ts";
import { displayPhone, nationalPhone, normalisePhone } from "#core/phone-numbers/phone.ts";
import { dayText } from "#core/time/day-text.ts";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { goTo } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import frame from "#web/checkout/frame/CheckoutFrame.module.css";
import { Receipt } from "#web/checkout/summary/Receipt.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { beginSession } from "#web/session/checkout-session.ts";
import { changeDraft, forgetOldDrafts, readDraft } from "#web/session/draft.ts";
import { browserStorage, privateStorage } from "#web/session/storage.ts";
import { storeTypedAccount } from "#web/session/typed-account.ts";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import { chf } from "#web/money/amounts.ts";
import { fromChf } from "#core/money/money.ts";
import styles from "./PreparedCheckout.module.css";

type Prepared = AnswerOf<"preparedCheckout">;

/**
 * The page that a platform's link opens: what an assistant has prepared, for the person to check. Nothing is taken over
 * before they continue; then this browser gets a checkout of its own, with the proposed details as if typed here.
 */
export default function PreparedCheckout() {
  const t = useTranslations("prepared");
  const { locale, brand } = usePage();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const version = useRef<string | null>(null);
  const ticket = useRef<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = prepared ? t("title", { platform: prepared.platform }) : t("heading");
  const isShown = prepared !== null || failure !== null;

  const send = useCallback(async (take: boolean) => {
    const seen = version.current;
    const body = { secret: linkSecret(), browser: browserId(), take, ticket: ticket.current, version: seen };
    const result = await call("preparedCheckout", { body, anonymous: true });
    setBusy(false);
    // In a frame, the host is told.
    dispatchEvent(new Event("prepared"));
    if (!result.ok) {
      if (result.failure.kind === "queued") ticket.current = result.failure.ticket;
      return setFailure(result.failure);
    }
    setFailure(null);
    const { taken } = result.value;
    if (!taken) {
      version.current = result.value.version;
      setChanged(take);
      return setPrepared(result.value);
    }
    adopt(result.value, taken);
    goTo(checkoutPath(taken.page), { replace: true });
  }, []);
  const take = () => {
    if (busy) return;
    setBusy(true);
    void send(true);
  };

  useEffect(() => {
    const show = async () => send(false);
    void show();
  }, [send]);
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
  useEffect(() => {
    heading.current?.focus();
  }, [title, isShown]);
  // In a queue, the browser asks again by itself.
  useEffect(() => {
    if (failure?.kind !== "queued") return;
    const timer = setTimeout(() => void send(true), failure.retryAfter * 1000);
    return () => clearTimeout(timer);
  }, [failure, send]);

  if (!isShown) return <Loader label={t("loading")} />;
  const isOver = failure?.kind === "message";
  return (
    <div className={frame.narrow}>
      <h1 ref={heading} tabIndex={-1} className={frame.heading}>
        {title}
      </h1>
      {prepared && (
        <>
          <div className={styles.intro}>
            {isChanged ? <Alert tone="warn">{t("changed")}</Alert> : <p>{t("check")}</p>}
          </div>
          <Purchase purchase={prepared} />
          <Person form={fromWire(prepared.form) as Partial<CustomerForm>} />
        </>
      )}
      {failure && <Failed failure={failure} retry={isOver ? null : () => void send(prepared !== null)} />}
      {prepared && !isOver && (
        <div className={styles.actions}>
          <Button aria-disabled={busy || undefined} onClick={take}>
            {t("continue")}
          </Button>
          <LinkButton variant="ghost" href={localPath(locale, "home")}>
            {t("not")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

function Purchase({ purchase }: { readonly purchase: Prepared }) {
  const t = useTranslations("prepared");
  const sums = [
    { name: t("monthly"), amount: purchase.billing },
    { name: t("once"), amount: purchase.oneTime },
    { name: t("now"), amount: purchase.total },
  ].filter(({ amount }) => fromChf(amount) > 0);
  return (
    <section className={styles.part} aria-labelledby="purchase">
      <h2 id="purchase" className={styles.title}>
        {t("purchase")}
      </h2>
      <Receipt answer={purchase} onBill={false} />
      <dl className={styles.sums}>
        {sums.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{chf(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const shown = (phone: string) => displayPhone(normalisePhone(phone));

/** What the platform has entered about the person, in the order of the steps; fields that it left out are missing. */
function Person({ form }: { readonly form: Partial<CustomerForm> }) {
  const t = useTranslations("prepared");
  const { locale } = usePage();
  const { firstName, lastName, year, month, day, email, mobilePhone, address, number, postalCode, city } = form;
  const kept = form.mnp ? t("number.keep", { msisdn: shown(form.mnpMsisdn ?? "") }) : "";
  const chosen = form.newMsisdn ? shown(form.newMsisdn) : "";
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test([year, month, day].join("-"));
  const rows = [
    { name: t("sim.title"), value: form.simType === "1" ? t("sim.1") : form.simType === "0" ? t("sim.0") : "" },
    { name: t("number.title"), value: kept || chosen || (form.mnp === false ? t("number.new") : "") },
    { name: t("name"), value: [firstName, lastName].filter(Boolean).join(" ") },
    { name: t("birthday"), value: isDay ? dayText([year, month, day].join("-"), locale, "fullAlone") : "" },
    { name: t("email"), value: email },
    { name: t("mobilePhone"), value: mobilePhone && shown(mobilePhone) },
    {
      name: t("address"),
      value: [[address, number].filter(Boolean).join(" "), [postalCode, city].filter(Boolean).join(" ")]
        .filter(Boolean)
        .join(", "),
    },
  ].filter(({ value }) => value);
  return (
    <section className={styles.part} aria-labelledby="person">
      <h2 id="person" className={styles.title}>
        {t("person")}
      </h2>
      <dl className={styles.rows}>
        {rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>{rows.length > 0 ? t("later") : t("none")}</p>
    </section>
  );
}

function Failed({ failure, retry }: { readonly failure: Failure; readonly retry: (() => void) | null }) {
  const t = useTranslations();
  const { locale } = usePage();
  const text = "message" in failure && failure.message ? failure.message : t("common.messages.error");
  return (
    <Alert
      tone="warn"
      actions={
        <>
          {retry && (
            <Button compact onClick={retry}>
              {t("prepared.retry")}
            </Button>
          )}
          <LinkButton compact variant="ghost" href={localPath(locale, "home")}>
            {t("common.home")}
          </LinkButton>
        </>
      }
    >
      {text} {!retry && t("prepared.already")}
    </Alert>
  );
}

/** A random text by which this browser can repeat its request, if the answer was lost. */
function browserId(): string {
  const known = browserStorage.read("prepared-by");
  if (known !== null && known.length >= 16) return known;
  const id = crypto.randomUUID();
  browserStorage.write("prepared-by", id);
  return id;
}

/** Returns the secret of the link. The tab keeps it, because another language is another address. */
function linkSecret(): string {
  const inAddress = location.hash.slice(1);
  if (inAddress !== "") privateStorage.write("prepared-link", inAddress);
  return inAddress || (privateStorage.read("prepared-link") ?? "");
}

/** Begins the person's own checkout in this browser, with the prepared details as its draft. */
function adopt({ record, form }: Prepared, { checkoutId, page }: NonNullable<Prepared["taken"]>): void {
  forgetOldDrafts();
  beginSession(checkoutId, page);
  // The person has come back by the same link, and may have corrected what was prepared.
  if (readDraft(checkoutId).record !== null) return;
  // The fields of step 4 show the prefix beside the number.
  const typed = ["mobilePhone", "mnpMsisdn"].flatMap((field) => {
    const value = form[field];
    return typeof value === "string" ? [[field, nationalPhone(normalisePhone(value))]] : [];
  });
  changeDraft(checkoutId, { record, form: { ...form, ...(Object.fromEntries(typed) as object) } });
  const { email } = form;
  if (typeof email === "string" && email !== "")
    storeTypedAccount({ mode: "register", way: "password", username: email, phone: "", remind: false, sent: null });
}
