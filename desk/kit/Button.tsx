import { useRef, type ButtonHTMLAttributes, type MouseEvent } from "react";
import { cx } from "#web/kit/cx.ts";
import { useOnce } from "./once.ts";
import styles from "./Button.module.css";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> & {
  /** May return a promise. Further clicks are ignored until it settles. */
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};
type ButtonProps = Props & {
  /** `main`: for the usual next step. `danger`: for an action that ends or removes something. */
  readonly tone?: "main" | "danger";
};

/** A button in the desk's style. */
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
  /** Number of successive clicks that this button has received. */
  const clicks = useRef(0);
  const handle = (event: MouseEvent<HTMLButtonElement>) => {
    const { detail } = event;
    // This is the second click of a double click on another button, if the page moved after the first click.
    const isStray = detail > clicks.current + 1;
    clicks.current = isStray ? 0 : detail;
    // A double click submits a form only once.
    if (isStray || (type === "submit" && isSecondClick(event))) return event.preventDefault();
    void press(event);
  };
  return <button type={type} onClick={handle} {...rest} />;
}
