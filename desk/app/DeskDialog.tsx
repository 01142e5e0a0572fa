import { useIsMutating } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Dialog } from "#web/kit/Dialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { useTexts } from "./texts.tsx";

type Props = Omit<ComponentProps<typeof Dialog>, "onClose" | "closeLabel"> & { readonly onClose: () => void };

/** A dialog that stays open while a change is being sent, so that nobody leaves before the outcome is known. */
export function DeskDialog({ onClose, ...rest }: Props) {
  const frame = useTexts("frame");
  const isSending = useIsMutating() > 0;
  return <Dialog {...rest} onClose={() => !isSending && onClose()} closeLabel={frame("close")} />;
}

/** The button that leaves a dialog without a change. */
export function CancelButton({ onClose }: { readonly onClose: () => void }) {
  const frame = useTexts("frame");
  const isSending = useIsMutating() > 0;
  return (
    <Button aria-disabled={isSending || undefined} onClick={() => !isSending && onClose()}>
      {frame("cancel")}
    </Button>
  );
}
