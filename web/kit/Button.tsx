import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Button.module.css";

type Look = "primary" | "ghost" | "plain";
type Shared = {
  readonly look?: Look;
  readonly block?: boolean;
  readonly compact?: boolean;
  readonly children: ReactNode;
};

function classOf({ look = "primary", block, compact }: Omit<Shared, "children">, className?: string): string {
  return cx(styles.button, styles[look], block && styles.block, compact && styles.compact, className);
}

/** The pill. `primary` is the one next action on a screen. */
export function Button({
  look,
  block,
  compact,
  className,
  type = "button",
  ...rest
}: Shared & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      className={classOf({ ...(look && { look }), ...(block && { block }), ...(compact && { compact }) }, className)}
      {...rest}
    />
  );
}

/** A link that looks like a button: it leads somewhere and does nothing else. */
export function LinkButton({
  look,
  block,
  compact,
  className,
  children,
  ...rest
}: Shared & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a
      className={classOf({ ...(look && { look }), ...(block && { block }), ...(compact && { compact }) }, className)}
      {...rest}
    >
      {children}
    </a>
  );
}

/** A button that reads like a link, with a target of 44 px. */
export function TextButton({ className, type = "button", ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type={type} className={cx(styles.text, className)} {...rest} />;
}
