import { EXTENSION_PROVIDERS } from "#extensions/simulator.ts";
import { CUSTOMER_BASE_PROVIDER } from "./customers/provider.ts";
import { SMDP_PROVIDER } from "./esim/provider.ts";
import { NETWORK_PROVIDER } from "./network/provider.ts";
import { RECEIVER_PROVIDER } from "./orders/provider.ts";
import type { Provider } from "./play/provider.ts";
import { TWILIO_PROVIDER } from "./sms/texts.ts";

/**
 * All simulated providers, first those of extensions. The settings select the first provider of each integration, and
 * ports are assigned in this order.
 */
export const PROVIDERS: readonly Provider[] = [
  ...EXTENSION_PROVIDERS,
  RECEIVER_PROVIDER,
  CUSTOMER_BASE_PROVIDER,
  TWILIO_PROVIDER,
  SMDP_PROVIDER,
  NETWORK_PROVIDER,
];
