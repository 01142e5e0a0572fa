import { useParams } from "wouter";
import hidden from "#web/kit/visually-hidden.module.css";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Filters } from "./Filters.tsx";
import { OrderDetail } from "./OrderDetail.tsx";
import { OrderList } from "./OrderList.tsx";
import { useOrderSearch } from "./list-states.ts";
import styles from "./OrdersPage.module.css";

/** The list of orders, searched while typing, with one order next to it. */
export default function OrdersPage() {
  const t = useTexts("orders");
  const { number } = useParams<{ number?: string }>();
  const [search, change] = useOrderSearch();
  useTitle(number ?? t("title"));
  return (
    <div className={styles.page} data-chosen={number !== undefined || undefined}>
      <h1 className={hidden.visuallyHidden}>{t("title")}</h1>
      <Filters search={search} onChange={change} />
      <div className={styles.columns}>
        <OrderList
          search={search}
          chosen={number ?? null}
          onEverywhere={() => change({ filter: "all", period: "all" })}
        />
        {number === undefined ? (
          <Panel className={styles.nothing}>
            <p>{t("choose")}</p>
          </Panel>
        ) : (
          <OrderDetail key={number} number={number} />
        )}
      </div>
    </div>
  );
}
