import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Es2Call = {
  readonly call: string;
  readonly body: Record<string, unknown> & { header: { functionCallIdentifier: string } };
};
/** What the fake does with a call: answers, refuses, does it and then loses the answer, or answers nothing at all. */
type Behaviour = "answer" | "refuse" | "lose-download" | "lose-confirm" | "hang";

/** An SM-DP+ on loopback that keeps its own books, as ES2+ describes them: a profile a call id, a matching id once. */
export async function startSmdp() {
  const calls: Es2Call[] = [];
  const profiles = new Map<string, string>();
  const confirmed = new Map<string, string>();
  const state = { behaviour: "answer" as Behaviour };

  const execute = ({ call, body }: Es2Call): object => {
    if (call === "downloadOrder") {
      const id = body.header.functionCallIdentifier;
      const iccid = profiles.get(id) ?? `8941${String(profiles.size + 1).padStart(15, "0")}`;
      profiles.set(id, iccid);
      return done({ iccid });
    }
    const matchingId = String(body["matchingId"]);
    if (confirmed.has(matchingId)) return failed("8.2.6", "3.3");
    confirmed.set(matchingId, String(body["iccid"]));
    return done({ matchingId, smdpAddress: "rsp.fake.example" });
  };

  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await textOf(request)) as Es2Call["body"];
      const call = { call: request.url?.replace("/gsma/rsp2/es2plus/", "") ?? "", body };
      calls.push(call);
      const { behaviour } = state;
      if (behaviour === "hang") return;
      const answer = behaviour === "refuse" ? failed("8.2.5", "3.7") : execute(call);
      if (behaviour === `lose-${call.call.replace("Order", "")}`) {
        state.behaviour = "answer";
        return void request.socket.destroy();
      }
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    profiles,
    confirmed,
    state,
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const done = (more: object) => ({ header: { functionExecutionStatus: { status: "Executed-Success" } }, ...more });
const failed = (subjectCode: string, reasonCode: string) => ({
  header: { functionExecutionStatus: { status: "Failed", statusCodeData: { subjectCode, reasonCode } } },
});

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
