import { Agent, type Dispatcher } from "undici";

/** A client certificate and its private key, in PEM form. */
export type ClientCertificate = { readonly cert: string; readonly key: string };

/** The option of `send` for connections that present a client certificate (mutual TLS); nothing without one. */
export function withCertificate(certificate: ClientCertificate | null): { readonly dispatcher?: Dispatcher } {
  return certificate === null ? {} : { dispatcher: new Agent({ connect: certificate }) };
}
