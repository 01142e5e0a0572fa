import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { OrderCounts } from "#contract/desk/order-answers.ts";
import { DESK_FILTERS, type DeskFilter } from "#core/desk/states.ts";
import { Icon } from "#web/kit/Icon.tsx";
import hidden from "#web/kit/visually-hidden.module.css";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { useSearchAsked } from "#desk/app/search-key.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { ToggleChips } from "#desk/kit/Chips.tsx";
import { PERIODS, type OrderSearch } from "./list-states.ts";
import { focusFirstOrder } from "./OrderList.tsx";
import styles from "./Filters.module.css";

type Props = { readonly search: OrderSearch; readonly onChange: (change: Partial<OrderSearch>) => void };

/** Delay after a keystroke before the search starts, in ms. */
const SEARCH_DELAY_MS = 120;
const COUNT_POLL_INTERVAL_MS = 15_000;

/** The search of the order list: text, state and period. */
export function Filters({ search, onChange }: Props) {
  const t = useTexts("orders");
  const isLive = useIsLive();
  const { data: counts } = useAnswer(
    "orderCounts",
    { query: { period: search.period } },
    { refetchInterval: isLive ? false : COUNT_POLL_INTERVAL_MS, placeholderData: (before) => before },
  );
  return (
    <search className={styles.filters}>
      <SearchField text={search.text} onText={(text) => onChange({ text })} />
      <ToggleChips
        label={t("filterBy")}
        chosen={search.filter}
        options={DESK_FILTERS.map((key) => ({ key, label: t(`filters.${key}`), count: countOf(counts?.[key]) }))}
        onChoose={(filter) => onChange({ filter })}
      />
      <label className={styles.period}>
        <span className={hidden.visuallyHidden}>{t("period")}</span>
        <select
          value={search.period}
          onChange={(event) => onChange({ period: event.target.value as OrderSearch["period"] })}
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {t(`periods.${period}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={16} />
      </label>
      <Link href="/checkouts" className={styles.unfinished}>
        {t("unfinished")}
      </Link>
    </search>
  );
}

const countOf = (count: OrderCounts[DeskFilter] | undefined) => count && `${count.count}${count.more ? "+" : ""}`;

function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const t = useTexts("orders");
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  // Something else has changed the URL, for example the back button.
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onText(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  });
  const asks = useSearchAsked();
  useEffect(() => {
    if (asks) field.current?.select();
  }, [asks]);
  return (
    <div className={styles.search}>
      <Icon name="search" size={18} />
      <input
        ref={field}
        type="search"
        aria-label={t("search")}
        aria-keyshortcuts="Control+K Meta+K"
        placeholder={t("searchHint")}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" && focusFirstOrder()) event.preventDefault();
        }}
      />
      {typed !== "" && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t("clear")}
          onClick={() => {
            setTyped("");
            field.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
