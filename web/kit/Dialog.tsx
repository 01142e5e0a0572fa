import { useEffect, useId, useRef, type ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { cx } from "./cx.ts";
import { DialogContent } from "./DialogContent.tsx";
import styles from "./Dialog.module.css";

type Props = {
  readonly title: string;
  readonly tone?: "info" | "warn";
  /** Called to close the dialog. If it is missing, the dialog cannot be dismissed by Escape or a click outside. */
  readonly onClose?: (() => void) | undefined;
  /**
   * A click outside does not close the dialog, because typed input would be lost. The close button and Escape still
   * close it.
   */
  readonly ignoreOutsideClick?: boolean;
  readonly closeLabel?: string;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/**
 * The platform's modal dialog, which is open while it is mounted. Unmounting returns the focus to where it was before.
 */
export function Dialog({
  title,
  tone = "info",
  onClose,
  ignoreOutsideClick,
  closeLabel,
  actions,
  wide,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  useEffect(() => {
    const element = dialog.current;
    const cancel = (event: Event) => {
      event.preventDefault();
      onClose?.();
    };
    // The second click of a double click and the end of a text selection must not close the dialog.
    let startedOutside = false;
    const begin = (event: Event) => {
      startedOutside = event.target === element;
    };
    const outside = (event: MouseEvent) => {
      if (!ignoreOutsideClick && event.target === element && startedOutside && event.detail < 2) onClose?.();
    };
    // A second Escape closes the dialog even if `cancel` was prevented. It opens again, because only its owner may
    // close it.
    const reopen = () => {
      if (!element?.isConnected) return;
      element.showModal();
      onClose?.();
    };
    element?.addEventListener("cancel", cancel);
    element?.addEventListener("pointerdown", begin);
    element?.addEventListener("click", outside);
    element?.addEventListener("close", reopen);
    return () => {
      element?.removeEventListener("cancel", cancel);
      element?.removeEventListener("pointerdown", begin);
      element?.removeEventListener("click", outside);
      element?.removeEventListener("close", reopen);
    };
  }, [onClose, ignoreOutsideClick]);

  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, wide && styles.wide)}
      role={tone === "warn" ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogContent
        title={title}
        titleId={titleId}
        textId={textId}
        tone={tone}
        actions={actions}
        close={
          onClose &&
          closeLabel && (
            <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
              <Icon name="close" />
            </button>
          )
        }
      >
        {children}
      </DialogContent>
    </dialog>
  );
}
