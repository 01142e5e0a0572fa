import { Link } from "wouter";
import type { WaitingThing } from "#contract/desk/waiting-answers.ts";
import type { WaitingKind } from "#core/desk/waiting-kinds.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { StateTag, type Tone } from "#desk/kit/StateTag.tsx";
import styles from "./WaitingPage.module.css";

const TONE: Readonly<Record<WaitingKind, Tone>> = {
  held: "hold",
  refundToConfirm: "hold",
  unsettled: "bad",
  refundFailed: "bad",
  esimFailed: "bad",
  jobGivenUp: "bad",
  unpaid: "plain",
  activationToConfirm: "hold",
  stockHeld: "off",
};

type Props = { readonly thing: WaitingThing; readonly onRetry: (thing: WaitingThing) => void };

/** A waiting task with its next step. */
export function Row({ thing, onRetry }: Props) {
  const t = useTexts("waiting");
  const times = useTimes();
  const now = useNow();
  const { kind, order, since, deadline, late } = thing;
  return (
    <tr>
      <th scope="row">
        <StateTag tone={TONE[kind]}>{t(`kinds.${kind}`)}</StateTag>
      </th>
      <td data-one-line="">{order === null ? "–" : <Link href={`/orders/${order}`}>{order}</Link>}</td>
      <td className={styles.what}>
        <About thing={thing} />
      </td>
      <td data-one-line="" title={times.full(since)}>
        {times.ago(since, now)}
      </td>
      <td data-one-line="">
        {deadline === null ? (
          "–"
        ) : (
          <>
            {times.day(deadline)} {late && <StateTag tone="bad">{t("late")}</StateTag>}
          </>
        )}
      </td>
      <td data-one-line="">
        <Next thing={thing} onRetry={onRetry} />
      </td>
    </tr>
  );
}

/** Matches the description of an activation, such as `catalogue 5: new prices`. */
const ACTIVATION = /^(catalogue|texts) (\d+): (.*)$/s;

function About({ thing: { kind, id, about } }: Pick<Props, "thing">) {
  const t = useTexts("waiting");
  const frame = useTexts("frame");
  const [, what, version = "", reason = ""] = (kind === "activationToConfirm" && ACTIVATION.exec(about)) || [];
  if (what === "catalogue" || what === "texts")
    return t("activation", { what: frame(`pages.${what}`), version, reason });
  if (kind === "unsettled" && id !== null)
    return <Link href={`/checkouts?${new URLSearchParams({ text: id }).toString()}`}>{about}</Link>;
  return about;
}

function Next({ thing, onRetry }: Props) {
  const t = useTexts("waiting");
  const orders = useTexts("orders");
  const { kind, order, next } = thing;
  if ("retry" in next) return <Button onClick={() => onRetry(thing)}>{t("retry.button")}</Button>;
  const label =
    "act" in next
      ? kind === "refundToConfirm"
        ? t("next.refundToConfirm")
        : kind === "held"
          ? t("next.held")
          : orders(`acts.names.${next.act}`)
      : t(`pages.${next.page}`);
  const href = order === null && "page" in next && next.page !== "order" ? `/${next.page}` : `/orders/${order}`;
  return (
    <Link href={href} className={buttonClass}>
      {label}
    </Link>
  );
}
