import type { Logger } from "pino";
import type { AddedOptions, PortName } from "#server/config/options.ts";
import type { ConfigOf, Tree } from "#server/config/setting.ts";
import type { SmsCounts, SmsPort } from "#server/platform/mail-and-sms.ts";
import type { EidPort } from "#server/sale/document/eid/port.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";

/** Where documents are stored, and how the operator calls that place. */
export type StoreOfDocuments = { readonly store: DocumentStore; readonly place: string };

/** What an adapter of each port gets beside its settings, and what it returns. */
export type Ports = {
  /** `timeoutMs`: the time limit of its calls. */
  readonly payment: { readonly needs: { readonly timeoutMs: number }; readonly port: PaymentProvider };
  /** `counts`: what the metrics count. */
  readonly sms: {
    readonly needs: { readonly log: Logger; readonly counts: SmsCounts };
    readonly port: SmsPort & { stop(): Promise<void> };
  };
  readonly documents: { readonly needs: object; readonly port: StoreOfDocuments };
  /** `restMs`: how long the verifier is not called after repeated failures. */
  readonly eid: { readonly needs: { readonly restMs: number }; readonly port: EidPort };
};

/** The options that an extension adds to choices of the core, each with its settings. */
export type Options = {
  readonly [Port in PortName]?: { readonly [Option in keyof AddedOptions[Port]]?: Tree };
};

type Adapter<Settings, Port extends PortName> = (
  settings: ConfigOf<Settings>,
  needs: Ports[Port]["needs"],
) => Ports[Port]["port"] | Promise<Ports[Port]["port"]>;

/** The adapters of these options. Each connects a system outside Kasse, once its option is chosen. */
export type Adapters = {
  readonly [Port in PortName]?: {
    readonly [Option in keyof AddedOptions[Port]]?: Adapter<AddedOptions[Port][Option], Port>;
  };
};

/** What `load` of an extension with options has to return: an adapter for each of them. */
export type WithAdapters<Value> = Value extends { readonly options: infer Added }
  ? {
      load(): Promise<{
        readonly ports: { readonly [Port in keyof Added]: { readonly [Option in keyof Added[Port]]: unknown } };
      }>;
    }
  : unknown;

type Offered<Value, Port extends PortName> = Value extends { readonly options: { readonly [Key in Port]: infer Added } }
  ? keyof Added
  : never;

/** The options that have a type, but are in no value. */
export type ForgottenOptions<Value> = {
  [Port in PortName]: Exclude<keyof AddedOptions[Port], Offered<Value, Port>>;
}[PortName];
