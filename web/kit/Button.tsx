import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Button.module.css";

type Variant = "primary" | "ghost" | "plain";
type Shared = {
  readonly variant?: Variant;
  readonly block?: boolean;
  readonly compact?: boolean;
  readonly children: ReactNode;
};

function classOf({ variant = "primary", block, compact }: Omit<Shared, "children">, className?: string): string {
  return cx(styles.button, styles[variant], block && styles.block, compact && styles.compact, className);
}

/** A pill-shaped button. Each screen has one `primary` button. */
export function Button({
  variant,
  block,
  compact,
  className,
  type = "button",
  ...rest
}: Shared & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classOf(
        { ...(variant && { variant }), ...(block && { block }), ...(compact && { compact }) },
        className,
      )}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({
  variant,
  block,
  compact,
  className,
  children,
  ...rest
}: Shared & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a
      className={classOf(
        { ...(variant && { variant }), ...(block && { block }), ...(compact && { compact }) },
        className,
      )}
      {...rest}
    >
      {children}
    </a>
  );
}

/** A button that looks like a link, with a target height of 44 px. */
export function TextButton({ className, type = "button", ...rest }: ComponentProps<"button">) {
  return <button type={type} className={cx(styles.text, className)} {...rest} />;
}
