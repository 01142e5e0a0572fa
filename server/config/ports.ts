import type { Config } from "./settings.ts";
import { isLoopback } from "./loopback.ts";
import { whereReadable } from "./rule.ts";

/** A server of Kasse: the setting of its port, and where it listens. Port 0 means any free one. */
type Listening = { readonly setting: string; readonly host: string; readonly port: number };

const EVERYWHERE: ReadonlySet<string> = new Set(["", "0.0.0.0", "::", "[::]"]);

/** Returns the servers of the core whose settings have a valid value. */
const serversOf = (config: Config): readonly Listening[] => {
  const servers: readonly (() => Listening | null)[] = [
    () => ({ setting: "PORT", host: config.host, port: config.port }),
    () =>
      "port" in config.payment
        ? { setting: "PAYMENT_SANDBOX_PORT", host: config.host, port: config.payment.port }
        : null,
    () =>
      config.managementPort === null
        ? null
        : { setting: "MANAGEMENT_PORT", host: config.managementHost, port: config.managementPort },
  ];
  return servers.flatMap((server) => whereReadable(server) ?? []);
};

/** Whether two servers cannot both listen. The same port of two addresses is possible. */
const clash = (a: Listening, b: Listening) =>
  a.port === b.port && a.port !== 0 && (a.host === b.host || isSame(a.host, b.host));

const isSame = (a: string, b: string) => EVERYWHERE.has(a) || EVERYWHERE.has(b) || (isLoopback(a) && isLoopback(b));

const sentence = (a: Listening, b: Listening) =>
  `${b.setting} is ${b.port}, as is ${a.setting}; each server needs a port of its own.`;

/** Returns a sentence for each two servers of the core with the same port. */
export function equalPorts(config: Config): readonly string[] {
  const servers = serversOf(config);
  return servers.flatMap((server, at) =>
    servers.slice(0, at).flatMap((other) => (clash(other, server) ? [sentence(other, server)] : [])),
  );
}

/**
 * Returns a sentence for each server of the core that has the port of this server, which an extension adds.
 *
 * @public for extensions
 */
export const takenPorts = (config: Config, added: Listening): readonly string[] =>
  serversOf(config).flatMap((other) => (clash(other, added) ? [sentence(other, added)] : []));
