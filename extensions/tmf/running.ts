import type { Host, Port } from "#server/extension/extension.ts";
import type { Services } from "#server/services.ts";
import { tellListener, tellListeners } from "./listeners/tell-listeners.ts";
import { startTmf } from "./port.ts";

export { failingListeners as failingReceivers } from "./read-models/listeners.ts";

export const tasks = (services: Services) => ({
  "tell-listeners": tellListeners(services),
  "tell-listener": tellListener(services),
});

export async function listen({ services, audit }: Host): Promise<Port | null> {
  const { tmfPort, tmfTokens, tmfListeners, tmfPlanners, managementHost, trustProxy } = services.config;
  if (tmfPort === null || tmfTokens === null) return null;
  return startTmf({ host: managementHost, port: tmfPort, trustProxy }, tmfTokens, {
    ...services,
    listeners: tmfListeners,
    planners: tmfPlanners,
    noteDelivery: (tx, { actor, what }) => audit(tx, { actor, action: "desk catalogue deliver", what }),
  });
}
