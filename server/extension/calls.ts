import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { Handlers } from "#server/api/call.ts";
import { fail } from "#server/api/result.ts";
import type { Services } from "#server/services.ts";
import type { Extension, Running } from "./extension.ts";
import { ExtensionError } from "./failure.ts";

/**
 * Returns the handlers of the calls of all extensions. A call of an extension that is off is refused with the failure
 * that the extension names for it. Throws if an extension that is on has no handler for a call.
 */
export function handlersOf(
  all: readonly Extension[],
  running: ReadonlyMap<Extension, Running>,
  services: Services,
): Pick<Handlers, ExtensionCallName> {
  const handlers = all.flatMap((extension) => {
    const on = running.get(extension);
    const own: Readonly<Record<string, unknown>> = on?.handlers?.(services) ?? {};
    return Object.entries(extension.calls ?? {}).map(([call, whenOff]) => {
      const handler = on ? own[call] : async () => fail(whenOff as "notFound");
      if (!handler) throw new ExtensionError(`The extension ${extension.name} has no handler for its call ${call}.`);
      return [call, handler];
    });
  });
  return Object.fromEntries(handlers) as Pick<Handlers, ExtensionCallName>;
}
