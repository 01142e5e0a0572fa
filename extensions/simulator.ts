import type { Provider } from "#simulator/play/provider.ts";
import { PLATFORM_PROVIDER as agents } from "./agents/simulator/provider.ts";

const LIST = [agents] as const satisfies readonly Provider[];

/** The providers that the simulator plays for extensions. */
export const EXTENSION_PROVIDERS: readonly Provider[] = LIST;
