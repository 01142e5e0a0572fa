import { useAnswer } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
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
  const { kind } = useKind();
  const answer = useAnswer("published", { params: { kind } }, { refetchInterval: 30_000 });
  useTitle(t(`kinds.${kind}`));
  return (
    <>
      <h1 className={styles.title}>{t(`kinds.${kind}`)}</h1>
      <Loaded answer={answer}>
        {(data) => (
          <>
            {data.requests.length > 0 && <Requests requests={data.requests} />}
            <div className={styles.columns}>
              <OnSale overview={data} />
              <Planned planned={data.planned} />
            </div>
            <Drafts overview={data} />
            <Past past={data.past} />
          </>
        )}
      </Loaded>
    </>
  );
}
