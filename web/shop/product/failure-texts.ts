/** The texts of the dialog that `buy-script.ts` opens, as the page has them in its language. */
export type FailureTexts = {
  /** The title, and the text by the failure's key, if the server was not reached. */
  readonly network: { readonly title: string; readonly texts: Readonly<Record<string, string>> };
  /** The title of any other failure, and the text of one that has none. */
  readonly title: string;
  readonly text: string;
};

export const FAILURE_DIALOG = "buy-failure";
/** Stands in a text for the status that the server answered. */
export const STATUS = "{status}";
