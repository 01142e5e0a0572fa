import type { Provider } from "#simulator/play/provider.ts";
import { PLATFORM_PROVIDER as agents } from "./agents/simulator/provider.ts";
import { DATATRANS_PROVIDER as datatrans } from "./datatrans/simulator/provider.ts";
import { VERIFIER_PROVIDER as eid } from "./eid/simulator/provider.ts";
import { OPPWA_PROVIDER as oppwa } from "./oppwa/simulator/provider.ts";
import { SMPP_PROVIDER as smpp } from "./smpp/simulator/provider.ts";
import { WORLDLINE_PROVIDER as worldline } from "./worldline/simulator/provider.ts";

const LIST = [oppwa, smpp, worldline, datatrans, eid, agents] as const satisfies readonly Provider[];

/** The providers that the simulator plays for extensions. */
export const EXTENSION_PROVIDERS: readonly Provider[] = LIST;
