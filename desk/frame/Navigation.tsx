import { useEffect, useRef } from "react";
import { Link, useLocation, useRoute } from "wouter";
import hidden from "#web/kit/visually-hidden.module.css";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { useTexts } from "#desk/app/texts.tsx";
import styles from "./Frame.module.css";

/** An entry of the navigation. `count`: which number of tasks is shown next to it; null if none is. */
export type NavEntry = {
  readonly path: string;
  readonly text: "board" | "orders" | "waiting" | "catalogue" | "texts" | "stock" | "experiments" | "audit" | "people";
  readonly count: "waiting" | null;
};

/** Interval between requests for the counts while no events arrive, in ms. */
const COUNT_POLL_INTERVAL_MS = 15_000;

export function Navigation({ entries }: { readonly entries: readonly NavEntry[] }) {
  const t = useTexts("frame");
  const nav = useRef<HTMLElement>(null);
  const [path] = useLocation();
  // On a narrow screen the entries scroll sideways, so the current one is scrolled into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={t("navigation")} className={styles.nav}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Entry {...entry} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ path, text, count }: NavEntry) {
  const t = useTexts("frame");
  const [isHere] = useRoute(`${path}/*?`);
  return (
    <Link href={path} className={styles.tab} aria-current={isHere ? "page" : undefined}>
      {t(`pages.${text}`)}
      {count && <Count />}
    </Link>
  );
}

/** The number of tasks that are waiting for the logged-in person. */
function Count() {
  const t = useTexts("frame");
  const isLive = useIsLive();
  const { data } = useAnswer("waitingCounts", {}, { refetchInterval: isLive ? false : COUNT_POLL_INTERVAL_MS });
  const sum = Object.values(data ?? {}).reduce((all, each) => all + each, 0);
  return sum === 0 ? null : (
    <span className={styles.count}>
      <span aria-hidden="true">{sum}</span>
      <span className={hidden.visuallyHidden}>{t("count", { count: sum })}</span>
    </span>
  );
}
