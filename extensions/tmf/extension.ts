import { defineExtension } from "#server/extension/extension.ts";
import { takenPorts } from "#server/config/ports.ts";
import { MIN_TOKEN } from "./schemas.ts";
import { TMF } from "./settings.ts";
import { LISTENERS_LOCK } from "./tables.ts";

/** Returns a name to print, or its place if it is so long that it may be a token, pasted by mistake. */
const shownName = (name: string, at: number) => (name.length < MIN_TOKEN ? name : `entry ${at + 1}`);

/** TM Forum's interfaces for the operator's systems, on a port of their own (its README). */
export const tmf = defineExtension({
  name: "tmf",
  about: "TM Forum's interfaces for the operator's systems: catalogue, orders, products, customers and prices",
  chapter: { title: "TM Forum", settings: TMF },
  isOn: ({ tmfTokens }) => tmfTokens !== null,
  contradictions: [
    (config) =>
      config.tmfPort === null
        ? []
        : takenPorts(config, { setting: "TMF_PORT", host: config.managementHost, port: config.tmfPort }),
    ({ tmfPort, tmfTokens }) =>
      tmfPort !== null && tmfTokens === null ? ["TMF_PORT is set, but TMF_TOKENS is not; no system could call."] : [],
    ({ tmfTokens, tmfPlanners }) =>
      tmfPlanners.flatMap((planner, at) =>
        tmfTokens?.some(({ name }) => name === planner)
          ? []
          : [`TMF_PLANNERS has ${shownName(planner, at)}, but TMF_TOKENS has no token of it.`],
      ),
  ],
  securityEvents: {
    "tmf.read": { level: "info", about: "a system of the operator read orders or customers (TMF_PORT)" },
    "tmf.planned": { level: "info", about: "a system of the operator delivered prices for a draft of the catalogue" },
    "tmf.refused": { level: "warn", about: "a call to TMF_PORT without one of its tokens" },
  },
  locks: { listeners: LISTENERS_LOCK },
  jobs: {
    "tell-listeners": { timetable: "* * * * * ?max=3" },
    "tell-listener": {},
  },
  onOrderNews: "tell-listeners",
  load: () => import("./running.ts"),
});

declare module "#server/platform/security/events.ts" {
  interface ExtensionSecurityEvents {
    "tmf.read": true;
    "tmf.planned": true;
    "tmf.refused": true;
  }
}
