import type { AlphabetName } from "./alphabets.ts";

/** Type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
type NumberType = { readonly ton: number; readonly npi: number };

export type SmppSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly timeoutMs?: number;
  readonly enquireMs?: number;
};

/** How long an answer of the centre may take. */
export const TIMEOUT_MS = 5000;
/** How often an idle connection is checked with `enquire_link`: sooner than centres close one. */
export const ENQUIRE_MS = 30_000;

export type SmppOptions = SmppSettings & {
  /** The sender of texts: a number, or a name of at most eleven letters. */
  readonly sender: string;
  /** Null: international for a number (1/1), alphanumeric for a name (5/0). */
  readonly senderType: NumberType | null;
  readonly recipientType: NumberType;
  readonly alphabet: AlphabetName;
  /** Pauses before the retries when the centre is busy. */
  readonly pausesMs?: readonly number[];
};
