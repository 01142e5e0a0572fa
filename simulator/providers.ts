import { EXTENSION_PROVIDERS } from "#extensions/simulator.ts";
import { CUSTOMER_BASE_PROVIDER } from "./customers/provider.ts";
import { VERIFIER_PROVIDER } from "./eid/provider.ts";
import { SMDP_PROVIDER } from "./esim/provider.ts";
import { NETWORK_PROVIDER } from "./network/provider.ts";
import { RECEIVER_PROVIDER } from "./orders/provider.ts";
import { DATATRANS_PROVIDER } from "./payment/datatrans/provider.ts";
import { OPPWA_PROVIDER } from "./payment/oppwa/provider.ts";
import { WORLDLINE_PROVIDER } from "./payment/worldline/provider.ts";
import type { Provider } from "./play/provider.ts";
import { SMPP_PROVIDER } from "./sms/smpp/provider.ts";
import { TWILIO_PROVIDER } from "./sms/texts.ts";

/**
 * All simulated providers. The settings select the first provider of each integration. Ports are assigned in this
 * order, so add new providers at the end.
 */
export const PROVIDERS: readonly Provider[] = [
  OPPWA_PROVIDER,
  RECEIVER_PROVIDER,
  CUSTOMER_BASE_PROVIDER,
  SMPP_PROVIDER,
  TWILIO_PROVIDER,
  SMDP_PROVIDER,
  WORLDLINE_PROVIDER,
  DATATRANS_PROVIDER,
  VERIFIER_PROVIDER,
  ...EXTENSION_PROVIDERS,
  NETWORK_PROVIDER,
];
