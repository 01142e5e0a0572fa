/** An element on the page. */
export type Found = {
  click(): Promise<void>;
  /** Appends what somebody types. */
  type(text: string): Promise<void>;
  /** Chooses a file in a field for files. */
  choose(path: string): Promise<void>;
};

type Key = "Tab" | "Enter" | "Escape" | "ArrowDown";

/** One shopper's browser: nothing is stored in it at first. */
export type Driver = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  /** The value of a JavaScript expression, which has to be JSON. */
  value(expression: string): Promise<unknown>;
  /** The element that an expression results in, or null. */
  element(expression: string): Promise<Found | null>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
};

/** A browser that runs. */
export type RunningBrowser = { newShopper(): Promise<Driver>; stop(): Promise<void> };
