import type { PortName } from "#server/config/options.ts";
import type { Ports } from "./adapters.ts";
import type { Extension } from "./extension.ts";
import { ExtensionError } from "./failure.ts";

type Adapter<Port extends PortName> = (
  settings: object,
  needs: Ports[Port]["needs"],
) => Ports[Port]["port"] | Promise<Ports[Port]["port"]>;

const namesIn = ({ options = {} }: Extension, port: PortName) => Object.keys(options[port] ?? {});

/**
 * Connects the system of an extension that a choice of the settings names, such as `SMS_PROVIDER=smpp`. Loads no other
 * extension.
 */
export async function connectPort<Port extends PortName>(
  all: readonly Extension[],
  port: Port,
  chosen: { readonly provider: string },
  needs: Ports[Port]["needs"],
): Promise<Ports[Port]["port"]> {
  const owner = all.find((extension) => namesIn(extension, port).includes(chosen.provider));
  const adapters = (await owner?.load?.())?.ports?.[port] as Readonly<Record<string, Adapter<Port>>> | undefined;
  const connect = adapters?.[chosen.provider];
  if (!connect) {
    const name = owner?.name ?? "none";
    throw new ExtensionError(`The extension ${name} has no adapter for its option ${chosen.provider} of ${port}.`);
  }
  return connect(chosen, needs);
}

/** The names of the core's own options of each choice, with its setting. */
type OwnOptions = Readonly<Record<PortName, { readonly setting: string; readonly options: readonly string[] }>>;

/** Returns a sentence for each option that two extensions, or an extension and the core, have both. */
export function optionClashes(all: readonly Extension[], own: OwnOptions): readonly string[] {
  return (Object.keys(own) as PortName[]).flatMap((port) => {
    const { setting, options } = own[port];
    const owners = new Map(options.map((name) => [name, "Kasse itself"]));
    return all.flatMap((extension) =>
      namesIn(extension, port).flatMap((name) => {
        const owner = owners.get(name);
        owners.set(name, `the extension ${extension.name}`);
        return owner === undefined
          ? []
          : [`The extension ${extension.name} and ${owner} both have the option ${setting}=${name}.`];
      }),
    );
  });
}
