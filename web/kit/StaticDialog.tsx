import type { ReactNode } from "react";
import { DialogContent } from "./DialogContent.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./Dialog.module.css";

type Props = {
  readonly id: string;
  readonly title: string;
  readonly closeLabel: string;
  readonly tone: "info" | "warn";
  readonly actions: ReactNode;
  /** Data attributes for the script that opens the dialog. */
  readonly data: Readonly<Record<`data-${string}`, string>>;
  /** The text; by default, an empty paragraph that the script fills in. */
  readonly children?: ReactNode;
};

/**
 * A dialog in the page's HTML that a plain script, without React, fills in and opens. Its buttons close it without a
 * script.
 */
export function StaticDialog({ id, title, closeLabel, tone, actions, data, children = <p /> }: Props) {
  const [titleId, textId] = [`${id}-title`, `${id}-text`];
  return (
    <dialog
      id={id}
      className={styles.dialog}
      role={tone === "warn" ? "alertdialog" : "dialog"}
      aria-labelledby={titleId}
      aria-describedby={textId}
      {...data}
    >
      <form method="dialog">
        <DialogContent
          title={title}
          titleId={titleId}
          textId={textId}
          tone={tone}
          actions={actions}
          close={
            <button type="submit" className={styles.close} aria-label={closeLabel}>
              <Icon name="close" />
            </button>
          }
        >
          {children}
        </DialogContent>
      </form>
    </dialog>
  );
}
