import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { NETWORK } from "#simulator/network/camara.ts";

/** The settings of a shop that asks the simulated network. */
export const networkSettings = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  NETWORK: "camara",
  NETWORK_URL: url,
  NETWORK_TOKEN_URL: `${url}/token`,
  NETWORK_CLIENT_ID: NETWORK.clientId,
  NETWORK_CLIENT_SECRET: NETWORK.clientSecret,
  ...more,
});

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int32: true } });
const { $defs } = JSON.parse(readFileSync("test/network/published/sim-swap.json", "utf8")) as { $defs: object };
ajv.addSchema({ $id: "sim-swap", $defs });

/** Returns what is wrong with a value by a schema of CAMARA's own SIM Swap file; empty if nothing is. */
export function camaraMistakes(
  name: "XCorrelator" | "CheckSimSwapInfo" | "CreateCheckSimSwap" | "ErrorInfo",
  value: unknown,
): readonly string[] {
  const validate = ajv.compile({ $ref: `sim-swap#/$defs/${name}` });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}
