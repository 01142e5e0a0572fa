import { EXTENSIONS } from "#extensions/index.ts";
import type { Tree } from "./setting.ts";

/**
 * The payment providers of extensions, each with its settings: options of `PAYMENT_PROVIDER` and
 * `PAYMENT_PROVIDER_BEFORE`.
 *
 * @public for extensions
 */
export interface PaymentOptions {}

/**
 * The ways of extensions to send texts, each with its settings: options of `SMS_PROVIDER`.
 *
 * @public for extensions
 */
export interface SmsOptions {}

/**
 * The stores of documents of extensions, each with its settings: options of `DOCUMENT_STORE`.
 *
 * @public for extensions
 */
export interface DocumentOptions {}

/**
 * The e-IDs of extensions, each with its settings: options of `EID`.
 *
 * @public for extensions
 */
export interface EidOptions {}

/** The options that extensions add to choices of the core, by the choice's key in the Config. */
export type AddedOptions = {
  readonly payment: PaymentOptions;
  readonly sms: SmsOptions;
  readonly documents: DocumentOptions;
  readonly eid: EidOptions;
};
export type PortName = keyof AddedOptions;

type WithTexts = { readonly optionTexts?: { readonly [Port in PortName]?: string } };

/** Returns what a choice of the core does, followed by what its added options do. */
export const aboutWithAdded = (port: PortName, own: string): string =>
  [own, ...(EXTENSIONS as readonly WithTexts[]).flatMap(({ optionTexts }) => optionTexts?.[port] ?? [])].join("; ");

type WithOptions = { readonly options?: { readonly [Port in PortName]?: Readonly<Record<string, Tree>> } };

/** The options that extensions add to a choice. An alias, so that declarations keep it open for extensions outside. */
export type AddedTo<Port extends PortName> = {
  readonly [Option in keyof AddedOptions[Port]]: AddedOptions[Port][Option];
};

/** Returns the core's own options of a choice, followed by those that extensions add to it. */
export const withAdded = <Port extends PortName, Own>(port: Port, own: Own): Own & AddedTo<Port> => ({
  ...own,
  ...addedTo(port),
});

/** Returns the options that extensions add to a choice of the core, in the order of their list. */
export function addedTo<Port extends PortName>(port: Port): AddedTo<Port> {
  const added = (EXTENSIONS as readonly WithOptions[]).map(({ options }) => options?.[port]);
  return Object.assign({}, ...added) as AddedTo<Port>;
}
