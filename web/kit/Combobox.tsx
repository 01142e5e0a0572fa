import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { Field, type FieldWords } from "./Field.tsx";
import box from "./TextField.module.css";
import styles from "./Combobox.module.css";
import hidden from "./visually-hidden.module.css";

export type ComboItem = { readonly key: string; readonly text: string };
type Props<Item extends ComboItem> = FieldWords & {
  readonly value: string;
  readonly items: readonly Item[];
  readonly loading: boolean;
  readonly loadingText: string;
  /** The number of proposals, for screen readers. */
  readonly countText: string;
  /** Nothing was found for the typed text: shows `countText` instead of a list. */
  readonly empty: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onType: (text: string) => void;
  readonly onPick: (item: Item) => void;
};

/**
 * A text field with a list of proposals: the ARIA 1.2 combobox with a listbox popup. Typing or a click opens the list
 * if there are proposals, a search is running or nothing was found. Enter, Escape, a click outside or an empty field
 * closes it. The message that nothing was found stays until the text changes.
 */
export function Combobox<Item extends ComboItem>(props: Props<Item>) {
  const { items, value, loading, empty } = props;
  const [wanted, setOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const active = items.findIndex(({ key }) => key === activeKey);
  const open = wanted && value.trim() !== "" && (items.length > 0 || loading || empty);
  const nothingFound = empty && value.trim() !== "";

  useEffect(() => {
    if (!open) return;
    const close = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);
  // Scrolls the list into view, above a phone's bottom bar.
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open, items.length]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const pick = (item: Item | undefined) => {
    setOpen(false);
    setActiveKey(null);
    if (item) props.onPick(item);
  };
  const move = (by: number) => {
    setOpen(true);
    const from = active < 0 && by < 0 ? 0 : active;
    setActiveKey(items[(from + by + items.length) % items.length]?.key ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Escape: () => setOpen(false) }[event.key];
    if (action) action();
    else if (event.key === "Enter") pick(open ? items[active] : undefined);
    else return;
    if (event.key !== "Escape" || open) event.preventDefault();
  };

  return (
    <Field name={props.name} label={props.label} hint={props.hint} error={props.error}>
      {(control) => (
        <div ref={root} className={styles.root}>
          <span className={cx(box.box, props.error && box.wrong)}>
            <Icon name="search" className={styles.sign} />
            <input
              {...control}
              className={box.input}
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={listId}
              aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={props.placeholder}
              disabled={props.disabled}
              value={value}
              onChange={(event) => {
                setOpen(event.currentTarget.value.trim() !== "");
                props.onType(event.currentTarget.value);
              }}
              onClick={() => setOpen(true)}
              onBlur={() => setOpen(false)}
              onKeyDown={onKeyDown}
            />
          </span>
          <div ref={list} className={styles.list} hidden={!open && !nothingFound}>
            <div id={listId} role="listbox" aria-label={props.label}>
              {items.map((item, index) => (
                <div
                  key={item.key}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={cx(styles.item, index === active && styles.active)}
                  // Uses mouse down, because the field's blur would close the list before a click.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    pick(item);
                  }}
                >
                  {item.text}
                </div>
              ))}
            </div>
            {nothingFound && <p className={cx(styles.loading, styles.none)}>{props.countText}</p>}
            {loading && <output className={cx(styles.loading, styles.more)}>{props.loadingText}</output>}
          </div>
          <output className={hidden.visuallyHidden}>{open && !loading ? props.countText : ""}</output>
        </div>
      )}
    </Field>
  );
}
