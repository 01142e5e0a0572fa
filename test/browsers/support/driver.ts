/** An element on the page. */
export type Found = {
  click(): Promise<void>;
  /** Types a text after the existing one. */
  type(text: string): Promise<void>;
  /** Chooses a file in a file field. */
  choose(path: string): Promise<void>;
};

type Key = "Tab" | "Enter" | "Escape" | "ArrowDown";

/** One shopper's browser, which has nothing stored at first. */
export type Driver = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  /** Returns the value of a JavaScript expression, which must be JSON. */
  value(expression: string): Promise<unknown>;
  /** Returns the element that an expression evaluates to, or null. */
  element(expression: string): Promise<Found | null>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
};

/** A running browser. */
export type RunningBrowser = { newShopper(): Promise<Driver>; stop(): Promise<void> };
