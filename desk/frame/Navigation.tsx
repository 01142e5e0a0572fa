import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation, useRoute } from "wouter";
import type { DeskAnswers } from "#contract/desk/calls.ts";
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

/** The path above the pages of extensions. */
export const SECTIONS = "/sections";

/** Interval between requests for what waits on the pages of extensions, in ms. */
const SECTIONS_POLL_INTERVAL_MS = 60_000;
/** Interval between requests for the counts while no events arrive, in ms. */
const COUNT_POLL_INTERVAL_MS = 15_000;

export function Navigation({ entries }: { readonly entries: readonly NavEntry[] }) {
  const t = useTexts("frame");
  const nav = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const sections = useSections();
  // On a narrow screen the entries scroll sideways, so the current one is scrolled into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path, sections.length]);
  return (
    <nav ref={nav} aria-label={t("navigation")} className={styles.nav}>
      <ul>
        {entries.map(({ path: to, text, count }) => (
          <li key={to}>
            <Entry path={to} title={t(`pages.${text}`)}>
              {count && <WaitingCount />}
            </Entry>
          </li>
        ))}
        {sections.map(({ name, title, waiting }) => (
          <li key={name}>
            <Entry path={`${SECTIONS}/${name}`} title={title}>
              <Count sum={waiting} />
            </Entry>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the pages of extensions that the person may see. Without any, nothing is asked again. */
function useSections(): DeskAnswers["sections"]["sections"] {
  const { data } = useAnswer(
    "sections",
    {},
    {
      refetchInterval: ({ state }) => ((state.data?.sections.length ?? 0) > 0 ? SECTIONS_POLL_INTERVAL_MS : false),
      // The titles stay while the language changes.
      placeholderData: keepPreviousData,
    },
  );
  return data?.sections ?? NO_SECTIONS;
}
const NO_SECTIONS: DeskAnswers["sections"]["sections"] = [];

type EntryProps = { readonly path: string; readonly title: string; readonly children: ReactNode };

function Entry({ path, title, children }: EntryProps) {
  const [isHere] = useRoute(`${path}/*?`);
  return (
    <Link href={path} className={styles.tab} aria-current={isHere ? "page" : undefined}>
      {title}
      {children}
    </Link>
  );
}

/** The number of tasks that are waiting for the logged-in person. */
function WaitingCount() {
  const isLive = useIsLive();
  const { data } = useAnswer("waitingCounts", {}, { refetchInterval: isLive ? false : COUNT_POLL_INTERVAL_MS });
  const sum = Object.values(data ?? {}).reduce((all, each) => all + each, 0);
  return <Count sum={sum} />;
}

function Count({ sum }: { readonly sum: number }) {
  const t = useTexts("frame");
  return sum === 0 ? null : (
    <span className={styles.count}>
      <span aria-hidden="true">{sum}</span>
      <span className={hidden.visuallyHidden}>{t("count", { count: sum })}</span>
    </span>
  );
}
