import styles from "./PublishedPage.module.css";
import { useAnswer, useChange } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { useKind } from "./kind.ts";
import { Drafts } from "./Drafts.tsx";
import { OnSale } from "./OnSale.tsx";
import { Requests } from "./Requests.tsx";
import { Link } from "wouter";
import type { Activation } from "#contract/desk/publishing-answers.ts";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { useState } from "react";
import { useHasPermit } from "#desk/app/me.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";

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

/** Earlier versions, the latest first, and cancelled ones. */
function Past({ past }: { readonly past: readonly Activation[] }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { path } = useKind();
  if (past.length === 0) return null;
  const columns = (["version", "from", "by"] as const).map((key) => ({ key, label: t(`past.${key}`) }));
  return (
    <Panel title={t("past.title")}>
      <Table caption={t("past.title")} columns={columns}>
        {past.map(({ id, version, from, by, cancelledBy }) => (
          <tr key={id}>
            <th scope="row">
              <Link href={`${path}/version/${version}`}>{version}</Link>
            </th>
            <td data-one-line="">{times.full(from)}</td>
            <td>{cancelledBy === null ? by : `${by}, ${t("past.cancelled", { by: cancelledBy })}`}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Planned versions, the next one first. Each can be cancelled until it goes live. */
function Planned({ planned }: { readonly planned: readonly Activation[] }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { kind, path } = useKind();
  const mayActivate = useHasPermit("activateCatalogue");
  const { mutateAsync } = useChange("cancelActivation", ["published"]);
  const [asked, setAsked] = useState<Activation | null>(null);
  return (
    <Panel title={t("planned.title")}>
      {planned.length === 0 ? (
        <p className={styles.quiet}>{t("planned.empty")}</p>
      ) : (
        <ul className={styles.rows}>
          {planned.map((each) => (
            <li key={each.id} className={styles.row}>
              <p className={styles.what}>
                <Link href={`${path}/version/${each.version}`}>
                  <b>{t("onSale.version", { version: each.version })}</b>
                </Link>{" "}
                {t("planned.from", { day: times.full(each.from) })} <span className={styles.quiet}>{each.by}</span>
              </p>
              {mayActivate && <Button onClick={() => setAsked(each)}>{t("planned.cancel")}</Button>}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ReasonDialog
          title={t("planned.cancelTitle", { version: asked.version, day: times.full(asked.from) })}
          text={t("planned.cancelText")}
          button={t("planned.cancel")}
          tone="danger"
          onDo={(reason) => mutateAsync({ params: { kind, id: String(asked.id) }, body: { reason } })}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  );
}
