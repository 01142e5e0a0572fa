import type { Agent } from "undici";

/** A client certificate and its private key, in PEM form. */
export type ClientCertificate = { readonly cert: string; readonly key: string };

/** Connections are kept open for the next request. */
const agents = new WeakMap<ClientCertificate, Agent>();

/** The connections that present this certificate. */
export async function agentFor(certificate: ClientCertificate): Promise<Agent> {
  const { Agent } = await import("undici");
  const known = agents.get(certificate);
  if (known) return known;
  const agent = new Agent({ connect: certificate });
  agents.set(certificate, agent);
  return agent;
}
