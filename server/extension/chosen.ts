import type { Config } from "#server/config/config.ts";
import type { PortName } from "#server/config/options.ts";
import type { Options } from "./adapters.ts";

/** The choices of the core that options can be added to. */
type Choices = Pick<Config, PortName | "paymentBefore">;

/** The choices that have the options of each port: their settings, and what is chosen. */
const CHOICES: Readonly<
  Record<PortName, (config: Choices) => readonly (readonly [setting: string, { readonly provider: string }])[]>
> = {
  payment: ({ payment, paymentBefore }) => [
    ["PAYMENT_PROVIDER", payment],
    ["PAYMENT_PROVIDER_BEFORE", paymentBefore],
  ],
  sms: ({ sms }) => [["SMS_PROVIDER", sms]],
  documents: ({ documents }) => [["DOCUMENT_STORE", documents]],
  eid: ({ eid }) => [["EID", eid]],
};

/** Returns which of these options the settings choose, each as `SETTING=option`. */
export const chosenOptions = (options: Options, config: Choices): readonly string[] =>
  (Object.keys(options) as PortName[]).flatMap((port) =>
    CHOICES[port](config).flatMap(([setting, { provider }]) =>
      Object.hasOwn(options[port] ?? {}, provider) ? [`${setting}=${provider}`] : [],
    ),
  );
