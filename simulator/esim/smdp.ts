import { setTimeout as pause } from "node:timers/promises";
import type { Delivery } from "#simulator/play/courier.ts";
import {
  startFake,
  type FakeAnswer,
  type FakeCall,
  type FakeOptions,
  type StandIn,
} from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { openBooks, type Body, type BookOptions, type ProfileState, type StatusCode } from "./smdp-books.ts";

type Es2Function = "downloadOrder" | "confirmOrder" | "cancelOrder" | "releaseProfile";
type Es2Call = { readonly call: string; readonly body: Body; readonly headers: FakeCall["headers"] };

/**
 * A fault of a call. `lose` executes the call and closes the connection without a response; `hang` does nothing and
 * never responds; `slow` responds after `ms`; `refuse` does nothing and responds with a code, `expire` with the status
 * Expired (5.2.2), and `status` with an HTTP status.
 */
export type Fault = (
  | { readonly kind: "lose" | "hang" | "expire" }
  | { readonly kind: "slow"; readonly ms: number }
  | { readonly kind: "refuse"; readonly code: StatusCode }
  | { readonly kind: "status"; readonly status: number }
) & {
  /** The function that fails; every function if absent. */
  readonly call?: Es2Function;
  /** Number of calls that fail; 1 if absent. */
  times?: number;
};

export type SmdpOptions = Partial<BookOptions> & Pick<FakeOptions, "switches">;
type SmdpServerOptions = SmdpOptions &
  FakeOptions & {
    /** Delivers notifications of a phone's progress. By default, they are sent at once. */
    readonly carry?: (delivery: Delivery) => Promise<void>;
  };

/**
 * Where the operator receives handleDownloadProgressInfo: the base URL before `/gsma/…`, and the headers of the call.
 */
export type NotificationTarget = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };
/** The notification points of 5.3.5. */
export const POINT = { eligibility: 1, confirmationFailure: 2, download: 3, installation: 4 } as const;

const BASE = "/gsma/rsp2/es2plus/";
const functionIn = (path: string) => (path.startsWith(BASE) ? path.slice(BASE.length) : "");

/**
 * An SM-DP+ according to GSMA SGP.22 v2.5, with only ES2+ (5.3) in its JSON binding (6.5). `smdp-books.ts` contains the
 * rules. It can run out of profiles (`stock`), lose responses, refuse calls and be slow (`faults`).
 */
export function smdp({ switches = failureSwitches(), ...given }: SmdpOptions = {}) {
  const books = openBooks({
    firstIccid: 1,
    stock: { TEST: 1000 },
    smdpAddress: "rsp.fake.example",
    matchingIds: "given",
    repeatedConfirm: "8.2.1/3.3",
    endless: false,
    ...given,
  });
  const faults: Fault[] = [];

  const takeFault = (call: string): Fault | undefined => {
    const fault = faults.find((each) => each.call === undefined || each.call === call);
    if (!fault) return undefined;
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) faults.splice(faults.indexOf(fault), 1);
    return fault;
  };
  const execute = (call: string, body: Body): FakeAnswer => {
    if (!Object.hasOwn(books.functions, call)) return { status: 404 };
    if (call === "downloadOrder" && switches.take("decline")) return answered(failed(NO_PROFILE));
    const answer = books.functions[call as Es2Function](body);
    return answered("failed" in answer ? failed(answer.failed) : { ...header("Executed-Success"), ...answer.done });
  };
  const standIn: StandIn = async ({ path, headers, json }) => {
    const [body, call] = [json(), functionIn(path)];
    // 6.5.1 and 6.5.1.3: every call must have these headers. How a real server responds without them is not documented.
    const { functionRequesterIdentifier: by, functionCallIdentifier: id } = (body["header"] ?? {}) as Body;
    const protocol = String(headers["x-admin-protocol"]);
    if (!by || !id || !/^gsma\/rsp\/v2\.\d+\.\d+$/.test(protocol)) return { status: 400 };
    const fault = takeFault(call);
    if (fault?.kind === "hang") return new Promise(() => undefined);
    if (fault?.kind === "status") return { status: fault.status };
    if (fault?.kind === "refuse") return answered(failed(fault.code));
    if (fault?.kind === "expire") return answered(header("Expired"));
    const answer = execute(call, body);
    if (fault?.kind === "lose") throw new Error("The answer is lost");
    if (fault?.kind === "slow") await pause(fault.ms);
    return answer;
  };
  return { books, faults, standIn };
}

/** Starts the SM-DP+ on loopback. Through `phone`, it notifies the operator of a phone's progress. */
export async function startSmdp({
  port,
  journal,
  switches = failureSwitches(),
  carry = async ({ send }) => void (await send(false)),
  ...given
}: SmdpServerOptions = {}) {
  const { standIn, ...simulated } = smdp({ switches, ...given });
  const { books } = simulated;
  const server = await startFake(standIn, { switches, ...(port && { port }), ...(journal && { journal }) });
  let target: NotificationTarget | null = null;

  /** Sends a notification (5.3.5). Returns the HTTP status, which should be 204 (6.5.1.2). */
  async function notify(iccid: string, point: number, code: StatusCode | null = null, forged = false): Promise<number> {
    if (!target) throw new Error("There is no receiver: set `notifyTo` first");
    const reply = await fetch(`${target.url}${BASE}handleDownloadProgressInfo`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-admin-protocol": "gsma/rsp/v2.5.0",
        ...target.headers,
        ...(forged && { authorization: "Bearer another secret" }),
      },
      body: JSON.stringify({
        header: { functionRequesterIdentifier: "smdp", functionCallIdentifier: `n-${iccid}-${point}` },
        iccid: `${iccid}F`,
        profileType: books.find(iccid)?.type ?? "",
        timestamp: `${new Date().toISOString().slice(0, 19)}Z`,
        notificationPointId: point,
        notificationPointStatus: (code ? failed(code) : header("Executed-Success")).header.functionExecutionStatus,
      }),
    });
    return reply.status;
  }

  return {
    ...simulated,
    url: server.url,
    calls: (): readonly Es2Call[] =>
      server.calls.map(({ path, json, headers }) => ({ call: functionIn(path), body: json(), headers })),
    /** Sets the target of notifications of a phone's progress; null for none. */
    notifyTo(next: NotificationTarget | null) {
      target = next;
    },
    notify,
    /**
     * Downloads and installs the profile with a matching id on a phone, up to `until`, and notifies the operator at
     * each point.
     */
    async phone(matchingId: string, until: "Downloaded" | "Installed" | "Error"): Promise<void> {
      const profile = books.byMatchingId(matchingId);
      if (profile?.state !== "Released") throw new Error("8.2/1.2: this profile is not released");
      const reach = async (state: ProfileState, point: number, code: StatusCode | null = null) => {
        profile.state = state;
        if (!target) return;
        await carry({
          what: `notification: ${state.toLowerCase()}`,
          send: async (forged) => String(await notify(profile.iccid, point, code, forged)),
        });
      };
      await reach("Downloaded", POINT.download);
      if (until === "Installed") await reach("Installed", POINT.installation);
      if (until === "Error") await reach("Error", POINT.installation, "8.1/4.8");
    },
    /** Returns the number of profiles in a state. */
    count: (state: ProfileState) => [...books.profiles.values()].filter((each) => each.state === state).length,
    stop: () => server.stop(),
  };
}

export type Smdp = Awaited<ReturnType<typeof startSmdp>>;

/** 5.3.1: no profile of the type is available. */
const NO_PROFILE: StatusCode = "8.2.5/3.7";

/** Returns an ES2+ response, with its status and codes as a remark for the journal. */
function answered(body: ReturnType<typeof header>): FakeAnswer {
  const { status, statusCodeData: data } = body.header.functionExecutionStatus;
  const remark = data ? `${status} ${data.subjectCode}/${data.reasonCode}` : status;
  return { headers: { "x-admin-protocol": "gsma/rsp/v2.5.0" }, body, remark };
}

type StatusCodeData = {
  readonly subjectCode: string | undefined;
  readonly reasonCode: string | undefined;
  readonly message: string;
};
const header = (status: string, more: { readonly statusCodeData?: StatusCodeData } = {}) => ({
  header: { functionExecutionStatus: { status, ...more } },
});
function failed(code: StatusCode) {
  const [subjectCode, reasonCode] = code.split("/");
  return header("Failed", { statusCodeData: { subjectCode, reasonCode, message: "refused by the stand-in" } });
}
