import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from "react";
import { Alert } from "#web/kit/Alert.tsx";
import { DeskDialog } from "./DeskDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { useTexts } from "./texts.tsx";
import styles from "./TypingDialog.module.css";

type Props = Omit<ComponentProps<typeof DeskDialog>, "ignoreOutsideClick">;
type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type));

/**
 * A dialog with fields. If Escape or the cross would discard typed input, it asks first; a second Escape discards the
 * input. The dialog's cancel button does not ask.
 */
export function TypingDialog({ onClose, children, ...rest }: Props) {
  const frame = useTexts("frame");
  const typedInto = useRef(new Set<TextControl>());
  const question = useRef<HTMLDivElement>(null);
  const [hasTyped, setHasTyped] = useState(false);
  const [asks, setAsks] = useState(false);
  /** Returns the fields that still exist and are not empty. */
  const typedFields = () => [...typedInto.current].filter((field) => field.isConnected && field.value !== "");
  useEffect(() => {
    if (asks) question.current?.querySelector("button")?.focus();
  }, [asks]);
  const note = ({ target }: FormEvent) => {
    if (!isTextControl(target)) return;
    typedInto.current.add(target);
    setHasTyped(typedFields().length > 0);
    setAsks(false);
  };
  const close = () => {
    if (asks || typedFields().length === 0) onClose();
    else setAsks(true);
  };
  const keep = () => {
    setAsks(false);
    typedFields().at(-1)?.focus();
  };
  return (
    <DeskDialog {...rest} onClose={close} ignoreOutsideClick={hasTyped}>
      <div onInput={note}>{children}</div>
      {asks && (
        <div ref={question} className={styles.question}>
          <Alert
            tone="warn"
            actions={
              <>
                <Button onClick={keep}>{frame("typed.keep")}</Button>
                <Button tone="danger" onClick={onClose}>
                  {frame("typed.discard")}
                </Button>
              </>
            }
          >
            {frame("typed.question")}
          </Alert>
        </div>
      )}
    </DeskDialog>
  );
}
