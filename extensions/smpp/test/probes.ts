import type { Probe, Settings } from "#test/simulator/probes.ts";
import { smsClient } from "./sms-client.ts";

/** Sends a text message; resolves when the client knows the outcome. */
export async function sendText(settings: Settings, text: string, password = settings["SMPP_PASSWORD"] ?? "") {
  const { hostname, port } = new URL(settings["SMPP_URL"] ?? "");
  const client = await smsClient({ host: hostname, port: Number(port) }, { password, timeoutMs: 2000 });
  const outcome = await client.send(text).catch(() => "unknown");
  return { outcome, counted: client.counted, stop: client.stop };
}

export const PROBES: Readonly<Record<string, Probe>> = {
  async smpp(settings) {
    const { stop } = await sendText(settings, "@shop #123456");
    // The receipt arrives 0.2 seconds after the message.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await stop();
  },
};
