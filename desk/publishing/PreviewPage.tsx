import { useRef, useState } from "react";
import { Link, useParams, useSearchParams } from "wouter";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { LANGUAGE_NAMES, isLocale, localePrefix, LOCALES, splitLocale } from "#core/text/locale.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import { SelectField } from "#web/kit/SelectField.tsx";
import { ChosenDay } from "#desk/app/ChosenDay.tsx";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { swissMoment, useNow } from "#desk/app/time.ts";
import { useTitle } from "#desk/app/title.ts";
import { useKind } from "./kind.ts";
import { PreviewFrame } from "./PreviewFrame.tsx";
import styles from "./PreviewPage.module.css";

const WIDTHS = { phone: 390, desktop: null } as const;
type Width = keyof typeof WIDTHS;

const noonOf = (day: string) => swissMoment(day, "12:00");

/** Returns the time in a URL; null if it is missing or invalid. */
function momentOf(asked: string | null): Date | null {
  const moment = new Date(asked ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** A preview of the shop with a draft or a version, for a day, a language, and the width of a phone or a computer. */
export default function PreviewPage() {
  const t = useTexts("publishing");
  const { locale: own } = useLanguage();
  const { kind, path } = useKind();
  const { source } = useParams<{ source: string }>();
  const [params] = useSearchParams();
  const asked = momentOf(params.get("at"));
  const now = useNow();
  const [day, setDay] = useState(() => formatDay(dayInZurich(asked ?? now)));
  const [locale, setLocale] = useState(own);
  const [width, setWidth] = useState<Width>("desktop");
  useTitle(t("preview.title"));
  const isToday = day === formatDay(dayInZurich(now));
  // Noon, because by then all price changes of the day have taken effect.
  const at = isToday && asked === null ? "now" : (noonOf(day)?.toISOString() ?? "now");
  const root = `${DESK_PAGES}/preview/${kind}/${source}/${encodeURIComponent(at)}`;
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState("/");
  // If the day or language changes, the preview stays on the open page instead of returning to the first one. A
  // browser's own error page has no readable document.
  const keepPage = () => {
    const path = frame.current?.contentDocument?.location.pathname ?? "";
    if (path.startsWith(`${root}/`)) setPage(splitLocale(path.slice(root.length)).rest);
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link
          href={source.startsWith("draft-") ? `${path}/draft/${source.slice("draft-".length)}` : path}
          className={styles.back}
        >
          <Icon name="left" size={16} /> {t("editor.back")}
        </Link>
        <h1 className={styles.title}>{t("preview.title")}</h1>
        <ChosenDay
          name="preview-day"
          label={t("preview.day")}
          day={day}
          canBe={(value) => noonOf(value) !== null}
          wrong={t("preview.dayWrong")}
          onChange={(value) => {
            keepPage();
            setDay(value);
          }}
        />
        <SelectField
          name="preview-locale"
          label={t("preview.locale")}
          groups={[LOCALES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] }))]}
          value={locale}
          onChange={({ target: { value } }) => {
            if (!isLocale(value)) return;
            keepPage();
            setLocale(value);
          }}
        />
        <Segmented<Width>
          name="preview-width"
          label={t("preview.width")}
          options={[
            { value: "desktop", label: t("preview.desktop") },
            { value: "phone", label: t("preview.phone") },
          ]}
          value={width}
          onChange={setWidth}
        />
      </header>
      <p className={styles.note}>{t("preview.note")}</p>
      <PreviewFrame frame={frame} address={`${root}${localePrefix(locale)}${page}`} width={WIDTHS[width]} />
    </div>
  );
}
