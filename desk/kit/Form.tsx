import styles from "./LongTextField.module.css";
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FormEvent,
  type ReactNode,
  type ComponentProps,
} from "react";
import { useOnce } from "./once.ts";
import { Field } from "#web/kit/Field.tsx";

type Props = {
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  /** Checks and sends the fields. */
  readonly onSubmit: () => void | Promise<void>;
  readonly children: ReactNode;
};

/**
 * A form that shows errors at its fields. If a submission fails, it focuses the first invalid field. It cannot be sent
 * again while it is being sent.
 */
export function Form({ onSubmit, children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [submits]);
  const submit = useOnce(async () => {
    await onSubmit();
    setSubmits((count) => count + 1);
  });
  const handle = (event: FormEvent) => {
    event.preventDefault();
    void submit(event);
  };
  return (
    <form ref={form} noValidate onSubmit={handle} {...rest}>
      {children}
    </form>
  );
}

const WRONG = ["input", "textarea", "select"].map((each) => `${each}[aria-invalid="true"]`).join();

type LongTextProps = Omit<ComponentProps<"textarea">, "onChange"> & {
  readonly name: string;
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly onChange: (text: string) => void;
};

/** A text field with several lines, a label and an error message. */
export function LongTextField({ name, label, error, onChange, ...rest }: LongTextProps) {
  return (
    <Field name={name} label={label} error={error ?? undefined}>
      {(control) => (
        <textarea {...rest} {...control} className={styles.area} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
