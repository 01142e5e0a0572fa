import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ActivationRequest } from "#contract/desk/publishing-answers.ts";
import { isReason } from "#core/desk/order-actions.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Link } from "wouter";
import { useAnswer, useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { ChangeList } from "./ChangeList.tsx";
import { useKind } from "./kind.ts";
import styles from "./PublishedPage.module.css";

/** Submitted versions with their changes. A person other than the submitter must decide on each. */
export function Requests({ requests }: { readonly requests: readonly ActivationRequest[] }) {
  const t = useTexts("publishing");
  return (
    <Panel title={t("requests.title")}>
      <ul className={styles.rows}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </Panel>
  );
}

function Request({ request }: { readonly request: ActivationRequest }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { kind, path } = useKind();
  const mayDecide = useHasPermit("activateCatalogue");
  const { version, from, by, at, reason, asker } = request;
  const compared = useAnswer("publishedChanges", {
    params: { kind, version: String(version) },
    query: from === null ? {} : { at: from },
  });
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p>
          <b>
            {from === null ? t("requests.atOnce", { version }) : t("requests.from", { version, day: times.full(from) })}
          </b>
        </p>
        <p className={styles.quiet}>{t("requests.by", { by, day: times.full(at), reason })}</p>
        <Loaded answer={compared}>{(changes) => <ChangeList changes={changes} from={from} />}</Loaded>
        <p>
          <Link
            href={`${path}/preview/version-${version}${from === null ? "" : `?at=${encodeURIComponent(from)}`}`}
            className={buttonClass}
          >
            {t("preview.title")}
          </Link>
        </p>
      </div>
      {mayDecide
        ? (asker === "own" || compared.data) && <Decide request={request} against={compared.data?.against ?? null} />
        : asker === "own" && <p>{t("requests.own")}</p>}
    </li>
  );
}

type DecideProps = {
  readonly request: ActivationRequest;
  /**
   * The live version that the request is compared with on the page. Null if it could not be compared; then it can only
   * be withdrawn.
   */
  readonly against: number | null;
};

/** A form to confirm or reject another person's request, or to withdraw one's own. */
function Decide({ request: { id, asker }, against }: DecideProps) {
  const t = useTexts("publishing");
  const times = useTimes();
  const textOf = useFailureText();
  const { kind } = useKind();
  const { mutateAsync, isPending } = useChange("decideActivation", [
    "published",
    "publishedChanges",
    "waiting",
    "waitingCounts",
  ]);
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const decide = async (confirm: boolean) => {
    if (isPending) return;
    if (!isReason(reason)) {
      setMistake(t("requests.reasonNeeded"));
      return field.current?.focus();
    }
    const result = await mutateAsync({ params: { kind, id }, body: { confirm, against, reason } });
    if (result.ok) return;
    const { name, by } = result.failure;
    const isChanged = name === "changed";
    if (name === "alreadyDone" && by) setError(t("requests.decided", { by: by.actor, day: times.full(by.at) }));
    else setError(isChanged ? t("requests.changed") : textOf(result.failure));
    if (isChanged) await queries.invalidateQueries({ queryKey: ["publishedChanges"] });
  };
  return (
    <div className={styles.decide}>
      {asker === "own" && <p>{t("requests.own")}</p>}
      <ReasonField
        ref={field}
        name={`reason-${id}`}
        label={t("requests.reason")}
        value={reason}
        error={mistake}
        onChange={(typed) => {
          setReason(typed);
          setMistake(null);
        }}
      />
      {error && <Alert tone="warn">{error}</Alert>}
      <div className={styles.buttons}>
        {asker !== "own" && (
          <Button tone="main" aria-busy={isPending} onClick={() => decide(true)}>
            {t("requests.confirm")}
          </Button>
        )}
        <Button tone="danger" aria-busy={isPending} onClick={() => decide(false)}>
          {t(asker === "own" ? "requests.withdraw" : "requests.reject")}
        </Button>
      </div>
    </div>
  );
}
