/**
 * Types for the parts of the package `smpp` that Kasse uses, because it ships no types. The names are those of the
 * protocol.
 */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { ConnectionOptions } from "node:tls";

  export type Pdu = {
    readonly command_status: number;
    readonly message_id?: string;
    readonly esm_class?: number;
    readonly message_state?: number;
    readonly short_message?: { readonly message: string | Buffer };
    response(): Pdu;
  };
  export type SmppSession = EventEmitter & {
    bind_transceiver(fields: object, answer: (pdu: Pdu) => void): boolean;
    submit_sm(fields: object, answer: (pdu: Pdu) => void): boolean;
    enquire_link(answer: (pdu: Pdu) => void): boolean;
    unbind(answer: (pdu: Pdu) => void): boolean;
    /** False if the connection is closed. */
    send(pdu: Pdu): boolean;
    destroy(): void;
  };
  export type GsmCoder = { match(text: string): boolean; encode(text: string): Buffer };
  const smpp: {
    /** Passes the options to `net.connect`, or with `tls` to `tls.connect`. */
    connect(options: ConnectionOptions & { readonly tls: boolean }, connected: () => void): SmppSession;
    readonly encodings: { readonly ASCII: GsmCoder };
  };
  export default smpp;
}
