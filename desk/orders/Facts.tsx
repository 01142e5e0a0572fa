import { fromChf } from "#core/money/money.ts";
import { useState, type ReactNode } from "react";
import type { DeskOrder } from "#contract/desk/order-answers.ts";
import { orderedLines } from "#core/desk/product.ts";
import { fromWire } from "#core/form/spelling.ts";
import { addressLines } from "#core/form/address-lines.ts";
import { LANGUAGE_NAMES } from "#core/text/locale.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";
import { amount } from "#desk/app/numbers.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { TextButton } from "#desk/kit/Button.tsx";
import { DocumentDialog } from "./DocumentDialog.tsx";
import styles from "./Facts.module.css";

/** The customer and the order in a few lines. */
export function Facts({ order }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const times = useTimes();
  const { person, phoneNumber, holderMatch, handover, mail, esim } = order;
  const price = [
    fromChf(order.monthly) > 0 && frame("perMonth", { amount: amount(order.monthly) }),
    fromChf(order.oneTime) > 0 && frame("once", { amount: amount(order.oneTime) }),
    fromChf(order.now) > 0 && frame("now", { amount: amount(order.now) }),
  ].filter(Boolean);
  return (
    <dl className={styles.facts}>
      <Fact name={t("facts.person")}>
        {[person.name, person.birthday && times.day(person.birthday)].filter(Boolean).join(", ")}
      </Fact>
      <Fact name={t("facts.address")}>{addressText(person.address)}</Fact>
      <Fact name={t("facts.contact")}>
        <span className={styles.breaks}>{person.email}</span>, {displayPhone(person.phone)},{" "}
        {LANGUAGE_NAMES[order.locale]}
      </Fact>
      <Fact name={t("facts.ordered")}>
        {orderedLines(order.lines)
          .map(({ name }) => name)
          .join(", ")}
      </Fact>
      <Fact name={t("facts.price")}>{price.length > 0 ? price.join(", ") : frame("none")}</Fact>
      {phoneNumber && (
        <Fact name={t("facts.phone")}>
          {t(`phone.${phoneNumber.kind}`, {
            number: phoneNumber.number === null ? "" : displayPhone(phoneNumber.number),
          })}
        </Fact>
      )}
      {holderMatch && (
        <Fact name={t("facts.holder")}>
          {[t(`holder.${holderMatch.verdict}`), holderMatch.addressDiffers && t("holder.address")]
            .filter(Boolean)
            .join(", ")}
        </Fact>
      )}
      <Fact name={t("facts.document")}>
        <DocumentFact order={order} />
      </Fact>
      <Fact name={t("facts.handover")}>{t(`handover.${handoverOf(order)}`, { tries: handover.tries })}</Fact>
      <Fact name={t("facts.mail")}>{t(`mail.${mail.state}`)}</Fact>
      {esim && <Fact name={t("facts.esim")}>{[t(`esim.${esim.state}`), esim.iccid].filter(Boolean).join(", ")}</Fact>}
    </dl>
  );
}

const addressText = (address: DeskOrder["person"]["address"]): string => addressLines(fromWire(address)).join(", ");

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function DocumentFact({ order: { number, document } }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  const times = useTimes();
  const maySee = useHasPermit("seeDocuments");
  const [isOpen, setOpen] = useState(false);
  const { kind, validUntil, numberEnd, pictureKept, eid } = document;
  const name = kind && t(`kinds.${kind}`);
  const words = [
    name && validUntil ? t("document.validUntil", { kind: name, day: times.day(validUntil) }) : name,
    numberEnd && t("document.numberEnd", { end: numberEnd }),
    eid && t("document.eid"),
    !pictureKept && t("document.noPicture"),
  ].filter(Boolean);
  return (
    <>
      {words.length > 0 ? words.join(", ") : t("document.missing")}
      {pictureKept && maySee && (
        <>
          {" "}
          <TextButton onClick={() => setOpen(true)}>{t("document.show")}</TextButton>
        </>
      )}
      {isOpen && <DocumentDialog number={number} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns the state of the hand-over. If it has not started yet, the result names what the order is waiting for. */
function handoverOf({ state, handover }: DeskOrder) {
  if (handover.state !== "none") return handover.state;
  if (state === "onHold") return "afterRelease";
  return state === "awaitingPayment" ? "afterPayment" : "none";
}
