import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { UnavailableReason } from "#core/desk/order-actions.ts";
import { TextField } from "#web/kit/TextField.tsx";
import { usePages } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { PagesFailed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { useTitle } from "#desk/app/title.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { useActionText } from "./action-text.ts";
import styles from "./AuditPage.module.css";

/** The audit log, newest entry first. The search is stored in the URL. */
export default function AuditPage() {
  const t = useTexts("audit");
  const [params, setParams] = useSearchParams();
  const search = { about: params.get("about") ?? "", actor: params.get("actor") ?? "" };
  useTitle(t("title"));
  return (
    <>
      <h1 className={styles.title}>{t("title")}</h1>
      <p className={styles.note}>{t("note")}</p>
      <SearchForm
        key={params.toString()}
        first={search}
        onSearch={(wanted) =>
          setParams(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== "")))
        }
      />
      <LogLines search={search} />
    </>
  );
}

type Search = { readonly about: string; readonly actor: string };

function SearchForm({ first, onSearch }: { readonly first: Search; readonly onSearch: (search: Search) => void }) {
  const t = useTexts("audit");
  const [about, setAbout] = useState(first.about);
  const [actor, setActor] = useState(first.actor);
  const submit = () => {
    onSearch({ about: about.trim(), actor: actor.trim() });
  };
  return (
    <Form className={styles.search} onSubmit={submit}>
      <TextField
        name="about"
        label={t("about")}
        hint={t("aboutHint")}
        maxLength={254}
        value={about}
        onChange={(event) => setAbout(event.target.value)}
      />
      <TextField
        name="actor"
        label={t("actor")}
        hint={t("actorHint")}
        maxLength={254}
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <Button type="submit" tone="main">
        {t("search")}
      </Button>
      {(first.about !== "" || first.actor !== "") && (
        <Button onClick={() => onSearch({ about: "", actor: "" })}>{t("clear")}</Button>
      )}
    </Form>
  );
}

function LogLines({ search }: { readonly search: Search }) {
  const t = useTexts("audit");
  const frame = useTexts("frame");
  const times = useTimes();
  const actionText = useActionText();
  const pages = usePages("audit", { query: search });
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = pages;
  if (!data) return pages.error ? <PagesFailed pages={pages} at="top" /> : <Waiting label={frame("loading")} />;
  const lines = data.pages.flatMap((page) => page.lines);
  const columns = (["seq", "at", "actor", "action", "subject", "outcome", "reason"] as const).map((key) => ({
    key,
    label: t(`columns.${key}`),
    number: key === "seq",
  }));
  return (
    <>
      <PagesFailed pages={pages} at="top" />
      <Panel bare>
        <Table caption={t("title")} columns={columns} empty={lines.length === 0 && t("empty")}>
          {lines.map(({ seq, at, actor, action, subject, outcome, reason }) => (
            <tr key={seq}>
              <td data-number="">{seq}</td>
              <td data-one-line="">{times.full(at)}</td>
              <td>{actor}</td>
              <td>{actionText(action)}</td>
              <td>
                <Subject subject={subject} />
              </td>
              <td>{outcome && <Outcome outcome={outcome} />}</td>
              <td className={styles.reason}>{reason}</td>
            </tr>
          ))}
        </Table>
      </Panel>
      <PagesFailed pages={pages} at="end" />
      {hasNextPage && (
        <Button className={styles.more} aria-busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {frame(isFetchingNextPage ? "loadingMore" : "more")}
        </Button>
      )}
    </>
  );
}

/**
 * The outcome of an action; if it was refused, with the message that the person saw. An entry may contain a failure
 * that only another version has.
 */
function Outcome({ outcome }: { readonly outcome: AuditOutcome }) {
  const t = useTexts("audit");
  const failures = useTexts("failures");
  const failureText = useFailureText();
  if (outcome.kind !== "refused") return t(`outcomes.${outcome.kind}`);
  const { failure, hindrance } = outcome;
  // An unavailable action has a message for each possible reason.
  const isKnown = failures.has((failure === "hindered" ? `hindrances.${hindrance}` : failure) as "fault");
  const why = isKnown
    ? failureText({ name: failure as "fault", hindrance: (hindrance ?? undefined) as UnavailableReason })
    : failure;
  return <span className={styles.refused}>{t("outcomes.refused", { why })}</span>;
}

/**
 * The subject of an entry, if it is an order's number. For any other subject, the log has only a hash, which means
 * nothing to a reader.
 */
function Subject({ subject }: { readonly subject: string | null }) {
  const t = useTexts("audit");
  if (subject === null) return "–";
  if (/^K\d+$/.test(subject)) return <Link href={`/orders/${subject}`}>{subject}</Link>;
  return <span className={styles.hidden}>{t("hidden")}</span>;
}
