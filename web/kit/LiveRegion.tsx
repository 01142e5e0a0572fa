import hidden from "./visually-hidden.module.css";

/** A visually hidden message that screen readers announce when it changes. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <output className={hidden.visuallyHidden} aria-live="polite">
      {message}
    </output>
  );
}
