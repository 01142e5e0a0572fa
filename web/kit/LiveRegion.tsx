import hidden from "./visually-hidden.module.css";

/** Says a short message to those who do not see the change. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <output className={hidden.visuallyHidden} aria-live="polite">
      {message}
    </output>
  );
}
