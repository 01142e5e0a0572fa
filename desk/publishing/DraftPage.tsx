import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import type { Draft } from "#contract/desk/publishing-answers.ts";
import { useAnswer, useCall } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { DraftEditor } from "./DraftEditor.tsx";
import { createDraftSaver, type DraftSaver } from "./draft-saver.ts";
import type { Schema } from "./form/schema.ts";
import { keptDraftKey } from "./kept-draft.ts";
import { useKind } from "./kind.ts";

/** A draft, in forms that are made from the schema of its parts. */
export default function DraftPage() {
  const { id } = useParams<{ id: string }>();
  return <DraftNamed key={id} id={id} />;
}

function DraftNamed({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  // Changes that were not saved yet when somebody left this page.
  const [kept, setKept] = useState(() => {
    const saver = queries.getQueryData<DraftSaver>(keptDraftKey(id));
    return saver && saver.state().saving.kind !== "saved" ? saver : null;
  });
  return kept ? <Editor saver={kept} onReload={() => setKept(null)} /> : <FetchedDraft id={id} />;
}

/** A draft as the server has it. It is fetched once: afterwards the editor has the latest contents itself. */
function FetchedDraft({ id }: { readonly id: string }) {
  const frame = useTexts("frame");
  const { kind } = useKind();
  const { data, error, refetch, dataUpdatedAt } = useAnswer(
    "draft",
    { params: { kind, id } },
    { staleTime: Infinity, gcTime: 0 },
  );
  if (error) return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={frame("loading")} />;
  return <NewEditor key={dataUpdatedAt} first={data} onReload={() => void refetch()} />;
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
  const frame = useTexts("frame");
  const { kind } = useKind();
  const { data, error, refetch } = useAnswer("publishedSchemas", { params: { kind } }, { staleTime: Infinity });
  if (error) return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={frame("loading")} />;
  return <DraftEditor saver={saver} schemas={data as Readonly<Record<string, Schema>>} onReload={onReload} />;
}
