import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { useKind } from "./kind.ts";
import { Drafts } from "./Drafts.tsx";
import { OnSale } from "./OnSale.tsx";
import { Past } from "./Past.tsx";
import { Planned } from "./Planned.tsx";
import { Requests } from "./Requests.tsx";
import styles from "./PublishedPage.module.css";

/** The overview of the catalogue or the texts: live, planned and earlier versions, drafts, and requests. */
export default function PublishedPage() {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const { kind } = useKind();
  const { data, error, refetch } = useAnswer("published", { params: { kind } }, { refetchInterval: 30_000 });
  useTitle(t(`kinds.${kind}`));
  return (
    <>
      <h1 className={styles.title}>{t(`kinds.${kind}`)}</h1>
      {error ? (
        <Failed failure={error.failure} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {data.requests.length > 0 && <Requests requests={data.requests} />}
          <div className={styles.columns}>
            <OnSale overview={data} />
            <Planned planned={data.planned} />
          </div>
          <Drafts overview={data} />
          <Past past={data.past} />
        </>
      ) : (
        <Waiting label={frame("loading")} />
      )}
    </>
  );
}
