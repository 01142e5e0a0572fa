import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParams } from "wouter";
import type { Draft } from "#contract/desk/publishing-answers.ts";
import { useAnswer, useCall } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useHasLoginEnded } from "#desk/app/me.ts";
import { DraftEditor } from "./DraftEditor.tsx";
import { createDraftSaver, type DraftSaver, unsavedDraftKey } from "./draft-saver.ts";
import type { Schema } from "./form/schema.ts";
import { useKind } from "./kind.ts";

/** A draft, in forms that are generated from the schemas of its parts. */
export default function DraftPage() {
  const { id } = useParams<{ id: string }>();
  return <DraftNamed key={id} id={id} />;
}

function DraftNamed({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  // Unsaved changes from an earlier visit to this page.
  const [kept, setKept] = useState(() => {
    const saver = queries.getQueryData<DraftSaver>(unsavedDraftKey(id));
    return saver && saver.state().saving.kind !== "saved" ? saver : null;
  });
  return kept ? <Editor saver={kept} onReload={() => setKept(null)} /> : <FetchedDraft id={id} />;
}

/** A draft from the server. It is fetched only once, because afterwards the editor has the latest content. */
function FetchedDraft({ id }: { readonly id: string }) {
  const { kind } = useKind();
  // Static, because everything is fetched again after a new login, and the draft would lose the changes made here.
  const answer = useAnswer("draft", { params: { kind, id } }, { staleTime: "static", gcTime: 0 });
  return (
    <Loaded answer={answer}>
      {(draft) => <NewEditor key={answer.dataUpdatedAt} first={draft} onReload={() => void answer.refetch()} />}
    </Loaded>
  );
}

function NewEditor({ first, onReload }: { readonly first: Draft; readonly onReload: () => void }) {
  const { kind } = useKind();
  const call = useCall();
  const [saver] = useState(() =>
    createDraftSaver(first, (body) => call("saveDraft", { params: { kind, id: first.id }, body })),
  );
  return <Editor saver={saver} onReload={onReload} />;
}

type EditorProps = { readonly saver: DraftSaver; readonly onReload: () => void };

function Editor({ saver, onReload }: EditorProps) {
  const { kind } = useKind();
  // Changes that could not be saved because the login had ended are saved once the same person has logged in again.
  const hasLoginEnded = useHasLoginEnded();
  useEffect(() => {
    if (!hasLoginEnded && saver.state().saving.kind === "failed") void saver.settle();
  }, [hasLoginEnded, saver]);
  const answer = useAnswer("publishedSchemas", { params: { kind } }, { staleTime: Infinity });
  return (
    <Loaded answer={answer}>
      {(schemas) => (
        <DraftEditor saver={saver} schemas={schemas as Readonly<Record<string, Schema>>} onReload={onReload} />
      )}
    </Loaded>
  );
}
