import { useRef, type ButtonHTMLAttributes, type MouseEvent } from "react";
import { cx } from "#web/kit/cx.ts";
import { useOnce } from "./once.ts";
import styles from "./Button.module.css";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> & {
  /** Can return a promise. Further clicks are ignored until it is settled. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};
type ButtonProps = Props & {
  /** `main`: the usual next step. `danger`: ends or removes something. */
  readonly tone?: "main" | "danger";
};

/** A button of the desk. */
export function Button({ tone, className, ...rest }: ButtonProps) {
  return <Pressable data-tone={tone} className={cx(styles.button, className)} {...rest} />;
}

/** A button that looks like a link. */
export function TextButton({ className, ...rest }: Props) {
  return <Pressable className={cx(styles.link, className)} {...rest} />;
}

/** The class that makes a link look like a button. */
export const buttonClass = styles.button;

const isSecondClick = ({ detail }: MouseEvent) => detail > 1;

function Pressable({ type = "button", onClick, ...rest }: Props) {
  const press = useOnce(onClick, isSecondClick);
  /** Number of clicks in a row that this button has received. */
  const clicks = useRef(0);
  const handle = (event: MouseEvent<HTMLButtonElement>) => {
    const { detail } = event;
    // The second click of a double click that was meant for another button, because the page moved after the first one.
    const isStray = detail > clicks.current + 1;
    clicks.current = isStray ? 0 : detail;
    // A double click submits a form only once.
    if (isStray || (type === "submit" && isSecondClick(event))) return event.preventDefault();
    void press(event);
  };
  return <button type={type} onClick={handle} {...rest} />;
}
