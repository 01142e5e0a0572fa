import { keepPreviousData } from "@tanstack/react-query";
import { dayInZurich, formatDay, parseDay } from "#core/time/dates.ts";
import { PRODUCT_FAMILIES } from "#core/desk/product.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Segmented } from "#web/kit/Segmented.tsx";
import { SelectField } from "#web/kit/SelectField.tsx";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { ChosenDay } from "#desk/app/ChosenDay.tsx";
import { Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { useNow } from "#desk/app/time.ts";
import { Errors } from "./Errors.tsx";
import { Funnel } from "./Funnel.tsx";
import { Lags } from "./Lags.tsx";
import { OpenPayments } from "./OpenPayments.tsx";
import { Payments } from "./Payments.tsx";
import { Products } from "./Products.tsx";
import { Sales } from "./Sales.tsx";
import { Sources } from "./Sources.tsx";
import { Stock } from "./Stock.tsx";
import { TextsSent } from "./TextsSent.tsx";
import { Tiles } from "./Tiles.tsx";
import { PERIODS, sentOf, useBoardQuery, type BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** Interval between requests for the figures while no events arrive, in ms. */
const POLL_INTERVAL_MS = 30_000;

/** The live figures of a day, a week or a month, without personal data. */
export default function BoardPage() {
  const t = useTexts("board");
  const isLive = useIsLive();
  const [query, change] = useBoardQuery();
  const answer = useAnswer(
    "board",
    { query: sentOf(query) },
    { refetchInterval: isLive ? false : POLL_INTERVAL_MS, placeholderData: keepPreviousData },
  );
  useTitle(t("title"));
  const unknown = answer.data ? Math.max(...Object.values(answer.data.unknownHours)) : 0;
  return (
    <>
      <Head query={query} onChange={change} />
      <Loaded answer={answer}>
        {(data) => (
          <>
            {unknown > 0 && <Alert tone="info">{t("unknown", { count: unknown })}</Alert>}
            <Tiles board={data} />
            <div className={styles.columns}>
              <Funnel board={data} query={query} />
              <Sales board={data} query={query} />
              <Lags board={data} query={query} />
              <OpenPayments board={data} />
              <Errors board={data} query={query} />
              <Stock board={data} query={query} />
              <Payments board={data} query={query} />
              <TextsSent board={data} query={query} />
              <Sources board={data} query={query} />
              <Products board={data} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

type HeadProps = { readonly query: BoardQuery; readonly onChange: (change: Partial<BoardQuery>) => void };

function Head({ query: { period, day, family }, onChange }: HeadProps) {
  const t = useTexts("board");
  const today = formatDay(dayInZurich(useNow()));
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{t("title")}</h1>
      <Segmented
        name="board-period"
        label={t("period")}
        options={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onChange={(next) => onChange({ period: next })}
      />
      <ChosenDay
        name="board-day"
        label={t(period === "day" ? "day" : "lastDay")}
        max={today}
        day={day ?? today}
        // An empty field means today.
        canBe={(value) => value === "" || (parseDay(value) !== null && value <= today)}
        wrong={t("dayWrong")}
        onChange={(value) => onChange({ day: value !== "" && value < today ? value : null })}
      />
      <SelectField
        name="board-family"
        label={t("family")}
        groups={[
          [
            { value: "", label: t("families.all") },
            ...PRODUCT_FAMILIES.map((value) => ({ value, label: t(`families.${value}`) })),
          ],
        ]}
        value={family ?? ""}
        onChange={({ target: { value } }) =>
          onChange({ family: PRODUCT_FAMILIES.find((each) => each === value) ?? null })
        }
      />
    </header>
  );
}
