import { useRef, type ButtonHTMLAttributes, type MouseEvent } from "react";
import { cx } from "#web/kit/cx.ts";
import { useOnce } from "./once.ts";
import styles from "./Button.module.css";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> & {
  /** May return a promise. Until it is settled, further clicks are ignored. */
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
  /** How many clicks in a row this button has had. */
  const clicks = useRef(0);
  const handle = (event: MouseEvent<HTMLButtonElement>) => {
    const { detail } = event;
    // The page has moved since the first click of a double click, which was meant for another button.
    const isStray = detail > clicks.current + 1;
    clicks.current = isStray ? 0 : detail;
    // A form is submitted once by a double click.
    if (isStray || (type === "submit" && isSecondClick(event))) return event.preventDefault();
    void press(event);
  };
  return <button type={type} onClick={handle} {...rest} />;
}
