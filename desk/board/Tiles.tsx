import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Board } from "#contract/desk/board.ts";
import { amount, useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import styles from "./Tiles.module.css";

/** The five key figures. */
export function Tiles({ board }: { readonly board: Board }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const times = useTimes();
  const now = useNow();
  const { sold, conversion, held, lag, openPayments, period, day } = board;
  const weekday = times.weekday(day);
  const change = sold.before === 0 ? null : numbers.change((sold.orders - sold.before) / sold.before);
  return (
    <ul className={styles.tiles} aria-label={t("tiles.label")}>
      <Tile label={t(`tiles.orders.${period}`)} figure={numbers.count(sold.orders)}>
        {change === null
          ? t("tiles.noBefore")
          : t.rich(`tiles.before.${period}`, {
              change,
              weekday,
              b: (text) => <b data-tone={sold.orders >= sold.before ? "good" : "hold"}>{text}</b>,
            })}
      </Tile>
      <Tile label={t("tiles.conversion")} figure={conversion.share === null ? "–" : numbers.percent(conversion.share)}>
        {t("tiles.conversionOf", { chosen: numbers.count(conversion.chosen) })}
      </Tile>
      <Tile label={t("tiles.held")} figure={<Link href="/waiting/held">{numbers.count(held.count)}</Link>}>
        {held.oldest === null ? (
          t("tiles.noneHeld")
        ) : (
          <b data-tone="hold">{t("tiles.oldest", { time: times.ago(held.oldest, now) })}</b>
        )}
      </Tile>
      <Tile label={t("tiles.lag")} figure={lag.median === null ? "–" : numbers.seconds(lag.median)}>
        {lag.high === null ? t("tiles.noLag") : t("tiles.high", { time: numbers.seconds(lag.high) })}
      </Tile>
      <Tile label={t("tiles.open")} figure={numbers.count(openPayments.count)}>
        {t("tiles.openOf", { amount: amount(openPayments.amount), paid: openPayments.paid })}
      </Tile>
    </ul>
  );
}

type TileProps = { readonly label: string; readonly figure: ReactNode; readonly children: ReactNode };

function Tile({ label, figure, children }: TileProps) {
  return (
    <li className={styles.tile}>
      <span className={styles.label}>{label}</span> <strong className={styles.figure}>{figure}</strong>{" "}
      <span className={styles.more}>{children}</span>
    </li>
  );
}
