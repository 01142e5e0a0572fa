import { useEffect, useRef, type KeyboardEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { ListedDeskOrder } from "#contract/desk/order-answers.ts";
import type { DeskState } from "#core/desk/states.ts";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { usePages } from "#desk/api/queries.ts";
import { amountOrDash } from "#desk/app/numbers.ts";
import { PagesFailed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button, TextButton } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag } from "#desk/kit/StateTag.tsx";
import { Table, type Column } from "#desk/kit/Table.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { type OrderSearch, STATE_TONE, useListStates } from "./list-states.ts";
import styles from "./OrderList.module.css";

const COLUMNS = [
  { key: "number" },
  { key: "time" },
  { key: "person" },
  { key: "product", wide: true },
  { key: "monthly", number: true, wide: true },
  { key: "now", number: true, wide: true },
  { key: "state" },
] as const satisfies readonly Omit<Column, "label">[];

/** The id of the list, for the search field above it. */
const LIST_ID = "order-list";

/** Moves the focus from the search field into the list. Returns false if the list is empty. */
export function focusFirstOrder(): boolean {
  const first = document.getElementById(LIST_ID)?.querySelector<HTMLElement>("tbody a");
  first?.focus();
  return first !== undefined && first !== null;
}

type Props = {
  readonly search: OrderSearch;
  /** The number of the order shown next to the list; null if there is none. */
  readonly chosen: string | null;
  readonly onEverywhere: () => void;
};

/** The orders that match the search, newest first. The arrow keys move between them. */
export function OrderList({ search, chosen, onEverywhere }: Props) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const pages = usePages("orders", { query: search });
  const { data, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, restart } = pages;
  const orders = data?.pages.flatMap((page) => page.orders);
  const { stateOf, newer } = useListStates(search, isPlaceholderData ? undefined : orders);
  const list = useRef<HTMLDivElement>(null);
  const first = orders?.[0]?.number;
  const wasAskedForNewer = useRef(false);
  // A new search cancels the request for newer orders.
  const searched = JSON.stringify(search);
  useEffect(() => {
    wasAskedForNewer.current = false;
  }, [searched]);
  // The requested newer orders have arrived and their button has disappeared, so the first of them is focused.
  useEffect(() => {
    if (!wasAskedForNewer.current) return;
    wasAskedForNewer.current = false;
    list.current?.querySelector<HTMLElement>("tbody a")?.focus();
  }, [first]);
  const showNewer = () => {
    wasAskedForNewer.current = true;
    void restart();
  };
  if (!orders)
    return pages.error ? (
      <PagesFailed pages={pages} at="top" />
    ) : (
      <Panel>
        <Waiting label={frame("loading")} />
      </Panel>
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(list.current?.querySelectorAll<HTMLElement>("tbody a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = by === undefined || at < 0 ? undefined : links[at + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const isNarrowed = search.filter !== "all" || search.period !== "all";
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The links inside are interactive.
    <div ref={list} id={LIST_ID} onKeyDown={onKeyDown} className={styles.list} aria-busy={isPlaceholderData}>
      {newer > 0 && (
        <Button className={styles.more} onClick={showNewer}>
          {t("newer", { count: newer })}
        </Button>
      )}
      <PagesFailed pages={pages} at="top" />
      <Panel bare>
        <Table
          caption={t("title")}
          columns={COLUMNS.map((column) => ({ ...column, label: t(`columns.${column.key}`) }))}
          empty={
            orders.length === 0 && (
              <>
                {search.text === "" ? t("empty.filter") : t("empty.search", { text: search.text })}
                {search.text !== "" && (
                  <>
                    {" "}
                    <Link href={`/checkouts?${new URLSearchParams({ text: search.text }).toString()}`}>
                      {t("empty.unfinished")}
                    </Link>
                  </>
                )}
                {isNarrowed && search.text !== "" && (
                  <>
                    {" "}
                    <TextButton onClick={onEverywhere}>{t("empty.everywhere")}</TextButton>
                  </>
                )}
              </>
            )
          }
        >
          {orders.map((order) => (
            <Row key={order.number} order={order} state={stateOf(order)} isChosen={order.number === chosen} />
          ))}
        </Table>
      </Panel>
      <PagesFailed pages={pages} at="end" />
      {hasNextPage && (
        <Button className={styles.more} aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {frame(isFetchingNextPage ? "loadingMore" : "more")}
        </Button>
      )}
      <LiveRegion
        message={hasNextPage ? t("foundMore", { count: orders.length }) : t("found", { count: orders.length })}
      />
      <LiveRegion message={newer > 0 ? t("newer", { count: newer }) : ""} />
    </div>
  );
}

/** Whether a click was on a link, which needs no handler and can open another tab. */
const isInLink = (target: EventTarget) => target instanceof Element && target.closest("a") !== null;

type RowProps = { readonly order: ListedDeskOrder; readonly state: DeskState; readonly isChosen: boolean };

function Row({ order, state, isChosen }: RowProps) {
  const t = useTexts("orders");
  const times = useTimes();
  const now = useNow();
  const [, navigate] = useLocation();
  const query = useSearch();
  const address = `/orders/${order.number}${query && `?${query}`}`;
  return (
    // Keyboards and screen readers use the link in the first cell.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      data-chosen={isChosen || undefined}
      data-pressable=""
      onClick={({ target }) => !isInLink(target) && navigate(address)}
    >
      <th scope="row">
        <Link href={address} className={styles.number} aria-current={isChosen ? "true" : undefined}>
          {order.number}
        </Link>
      </th>
      <td data-one-line="">{times.short(order.createdAt, now)}</td>
      <td data-cut="">{order.name}</td>
      <td data-cut="" data-wide="" title={order.product}>
        {order.product}
      </td>
      <td data-number="" data-wide="">
        {amountOrDash(order.monthly)}
      </td>
      <td data-number="" data-wide="">
        {amountOrDash(order.now)}
      </td>
      <td data-one-line="">
        <StateTag tone={STATE_TONE[state]}>{t(`states.${state}`)}</StateTag>
      </td>
    </tr>
  );
}
