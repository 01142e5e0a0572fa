import type { WaitingThing } from "#contract/desk/waiting-answers.ts";
import { useChange } from "#desk/api/queries.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { useTexts } from "#desk/app/texts.tsx";

type Props = { readonly thing: WaitingThing; readonly onDone: () => void; readonly onClose: () => void };

/** Asks for a reason, and has the running shop try again. */
export function RetryDialog({ thing: { kind, id, about }, onDone, onClose }: Props) {
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
