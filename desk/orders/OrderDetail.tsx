import { Link, useSearch } from "wouter";
import type { DeskOrder } from "#contract/desk/order-answers.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag } from "#desk/kit/StateTag.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { Acts } from "./Acts.tsx";
import { Facts } from "./Facts.tsx";
import { History } from "./History.tsx";
import { Payments } from "./Payments.tsx";
import { STATE_TONE } from "./list-states.ts";
import { Why } from "./Why.tsx";
import styles from "./OrderDetail.module.css";
import { amountOrDash } from "#desk/app/numbers.ts";
import { Section } from "#desk/kit/Section.tsx";
import { Table } from "#desk/kit/Table.tsx";

/** Interval between checks of the order's version, in ms. */
const POLL_INTERVAL_MS = 5000;

/** An order: why it is waiting, its facts, its history, and the possible actions. */
export function OrderDetail({ number }: { readonly number: string }) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const query = useSearch();
  // Each view is recorded in the audit log, so the order is fetched again only if the person asks for it.
  const { data: order, error, refetch } = useAnswer("order", { params: { number } }, { staleTime: Infinity });
  return (
    <Panel bare className={styles.detail}>
      <p className={styles.back}>
        <Link href={`/orders${query && `?${query}`}`}>
          <Icon name="left" size={16} /> {t("back")}
        </Link>
      </p>
      {order ? (
        <Shown order={order} onReload={() => void refetch()} />
      ) : error ? (
        <div className={styles.part}>
          <Failed failure={error.failure} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Waiting label={frame("loading")} />
      )}
    </Panel>
  );
}

function Shown({ order, onReload }: { readonly order: DeskOrder; readonly onReload: () => void }) {
  const t = useTexts("orders");
  const times = useTimes();
  const now = useNow();
  const { data: known } = useAnswer(
    "orderVersion",
    { params: { number: order.number } },
    { refetchInterval: POLL_INTERVAL_MS, staleTime: 0 },
  );
  const isOld = known !== undefined && (known.version !== order.version || known.esim !== (order.esim?.state ?? null));
  return (
    <article aria-labelledby="order-number" className={styles.order}>
      <header className={styles.head}>
        <h2 id="order-number" className={styles.number}>
          {order.number}
        </h2>
        <StateTag tone={STATE_TONE[order.state]}>{t(`states.${order.state}`)}</StateTag>
        <time className={styles.since} dateTime={order.createdAt} title={times.full(order.createdAt)}>
          {t("since", { time: times.before(order.createdAt, now) })}
        </time>
      </header>
      {isOld && (
        <div className={styles.changed} role="status">
          <p>{t("shownChanged")}</p>
          <Button onClick={onReload}>{t("showNow")}</Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolling needs the keyboard (WCAG 2.1.1). */}
      <div className={styles.scroll} role="group" aria-label={t("details")} tabIndex={0}>
        <Why order={order} />
        <Facts order={order} />
        <Lines order={order} />
        <Payments order={order} />
        <History events={order.history} />
      </div>
      <Acts order={order} onReload={onReload} />
    </article>
  );
}

/** All order lines as the shopper saw them, with their amounts. */
function Lines({ order }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  const columns = [
    { key: "what", label: t("lines.what") },
    { key: "monthly", label: t("lines.monthly"), number: true },
    { key: "oneTime", label: t("lines.oneTime"), number: true },
    { key: "now", label: t("lines.now"), number: true },
  ];
  const total = { name: t("lines.total"), monthly: order.monthly, oneTime: order.oneTime, now: order.now };
  return (
    <Section title={t("lines.title")} folded>
      <Table caption={t("lines.title")} columns={columns}>
        {[...order.lines, total].map(({ name, monthly, oneTime, now }, index) => (
          // Lines have no key and never change.
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no id, and are only ever appended.
          <tr key={index}>
            <th scope="row">{name}</th>
            <td data-number="">{amountOrDash(monthly)}</td>
            <td data-number="">{amountOrDash(oneTime)}</td>
            <td data-number="">{amountOrDash(now)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
