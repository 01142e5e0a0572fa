import styles from "./WaitingPage.module.css";
import { useState } from "react";
import { useParams } from "wouter";
import type { WaitingThing } from "#contract/desk/waiting-answers.ts";
import { permitsOf } from "#core/desk/roles.ts";
import { WAITING, WAITING_KINDS } from "#core/desk/waiting-kinds.ts";
import { Row } from "./Row.tsx";
import { useIsLive } from "#desk/api/live.tsx";
import { useAnswer, useChange } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Chips } from "#desk/kit/Chips.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";

const POLL_INTERVAL_MS = 15_000;

/** The tasks that are waiting for the logged-in person, each with its next step. */
export default function WaitingPage() {
  const t = useTexts("waiting");
  const { roles } = useMe();
  const { kind: named } = useParams<{ kind?: string }>();
  const permits = permitsOf(roles);
  const kinds = WAITING_KINDS.filter((kind) => permits.includes(WAITING[kind].permit));
  const chosen = kinds.find((kind) => kind === named) ?? null;
  const every = useIsLive() ? false : POLL_INTERVAL_MS;
  const { data: counts } = useAnswer("waitingCounts", {}, { refetchInterval: every });
  const answer = useAnswer("waiting", { query: chosen === null ? {} : { kind: chosen } }, { refetchInterval: every });
  useTitle(t("title"));
  return (
    <>
      <h1 className={styles.title}>{t("title")}</h1>
      <Chips
        label={t("title")}
        chosen={chosen ?? "all"}
        options={[
          { key: "all", label: t("all"), href: "/waiting" },
          ...kinds.map((kind) => ({
            key: kind,
            label: t(`kinds.${kind}`),
            href: `/waiting/${kind}`,
            ...(counts && { count: String(counts[kind]) }),
          })),
        ]}
      />
      {chosen && <p className={styles.about}>{t(`about.${chosen}`)}</p>}
      <Loaded answer={answer}>
        {(data) => (
          <>
            <Things things={data.things} isOneKind={chosen !== null} />
            {data.more && <p className={styles.about}>{t("more")}</p>}
          </>
        )}
      </Loaded>
    </>
  );
}

function Things({ things, isOneKind }: { readonly things: readonly WaitingThing[]; readonly isOneKind: boolean }) {
  const t = useTexts("waiting");
  const columns = (["what", "order", "about", "since", "deadline", "next"] as const).map((key) => ({
    key,
    label: t(`columns.${key}`),
  }));
  const [retried, setRetried] = useState<WaitingThing | null>(null);
  const [done, setDone] = useState(false);
  return (
    <Panel bare>
      {done && <Alert tone="good">{t("retry.done")}</Alert>}
      <Table caption={t("title")} columns={columns} empty={things.length === 0 && t(isOneKind ? "empty" : "emptyAll")}>
        {things.map((thing) => (
          <Row
            key={`${thing.kind} ${thing.order} ${thing.id} ${thing.about} ${thing.since}`}
            thing={thing}
            onRetry={(chosen) => {
              setDone(false);
              setRetried(chosen);
            }}
          />
        ))}
      </Table>
      {retried && <RetryDialog thing={retried} onDone={() => setDone(true)} onClose={() => setRetried(null)} />}
    </Panel>
  );
}

type Props = { readonly thing: WaitingThing; readonly onDone: () => void; readonly onClose: () => void };

/** Asks for a reason, then makes the running shop retry the task. */
function RetryDialog({ thing: { kind, id, about }, onDone, onClose }: Props) {
  const t = useTexts("waiting");
  const { mutateAsync } = useChange("retryWaiting", ["waiting", "waitingCounts"]);
  return (
    <ReasonDialog
      title={t("retry.title")}
      text={t("retry.text", { kind: t(`kinds.${kind}`), about })}
      button={t("retry.button")}
      onDo={async (reason) => {
        const result = await mutateAsync({ params: { kind, id: id ?? "" }, body: { reason } });
        if (result.ok) onDone();
        return result;
      }}
      onClose={onClose}
    />
  );
}
