import * as library from "#libraries/telemetry/index.ts";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import { startTelemetry } from "./connect.ts";

export const observe = ({ telemetry }: Config, log: Pick<Logger, "warn">) => {
  if (telemetry.provider === "off") throw new Error("Telemetry is off");
  return startTelemetry(library, telemetry, log);
};
