import { OPPWA_PROVIDER } from "./payment/oppwa/provider.ts";
import type { Provider } from "./play/provider.ts";

/** Every provider that is played. The first of each edge is the one that the settings choose. Ports are given out in this order. */
export const PROVIDERS: readonly Provider[] = [OPPWA_PROVIDER];
