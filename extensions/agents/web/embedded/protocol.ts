/** A checkout of UCP as the shop's server answers it. Only what the messages depend on is typed. */
export type UcpCheckout = Readonly<Record<string, unknown>> & { readonly status?: unknown };

/** The connection to the host. */
export type Channel = {
  /** Sends a message to the host alone. */
  send(message: object): void;
  /** Sends and receives everything from now on over the host's port. */
  upgrade(port: MessagePort): void;
};

/** The embedded protocol, from the side of the shop (UCP 2026-04-08, embedded checkout). */
export type Protocol = {
  /** Sends `ec.ready`, which the host answers. */
  begin(): void;
  /** Handles what the host has sent. */
  receive(data: unknown): void;
  /** Tells the host about the checkout: `ec.start` first, then what has changed, and `ec.complete` once. */
  show(checkout: UcpCheckout): void;
  /** Sends `ec.error`, after which the host removes the frame. `continueUrl`: where the person can continue. */
  fail(code: string, content: string, continueUrl: string): void;
  /** Whether the host opens windows. */
  readonly opensWindows: boolean;
  /** Asks the host to open an address; resolves to whether it has. */
  openWindow(url: string): Promise<boolean>;
};

/** The parts of a checkout that have a message of their own. The totals come last, as the protocol demands. */
const PARTS = ["line_items", "buyer", "messages", "totals"] as const;

const METHOD_NOT_FOUND = { code: -32601, message: "Method not found" };

/**
 * Creates the protocol. Nothing is sent before the host has answered `ec.ready`, except an error, and nothing after a
 * refused handshake or an error. `version`: the one of `ec_version`; `delegate`: the delegations that are accepted.
 */
export function createProtocol(
  channel: Channel,
  { version, delegate }: { readonly version: string; readonly delegate: readonly string[] },
): Protocol {
  let state: "waiting" | "ready" | "over" = "waiting";
  let shown: UcpCheckout | null = null;
  let latest: UcpCheckout | null = null;
  let requests = 0;
  const pending = new Map<string, (response: Response) => void>();

  const notify = (method: string, params: object) => channel.send({ jsonrpc: "2.0", method, params });
  function request(name: string, method: string, params: object, answered: (response: Response) => void): void {
    const id = `${name}_${++requests}`;
    pending.set(id, answered);
    channel.send({ jsonrpc: "2.0", id, method, params });
  }

  function begin(): void {
    request("ready", "ec.ready", { delegate }, (response) => {
      const port = portOf(response);
      if (!isSuccess(response)) return void (state = "over");
      if (port) {
        channel.upgrade(port);
        return begin();
      }
      if (response.version !== version)
        return fail("not_supported_error", "The host has confirmed another version.", null);
      // A credential and a state of the host are ignored: the shop asks for neither.
      state = "ready";
      tell();
    });
  }

  function tell(): void {
    if (state !== "ready" || latest === null || latest === shown) return;
    const before = shown;
    shown = latest;
    const params = { checkout: latest };
    if (before === null) notify("ec.start", params);
    else for (const part of PARTS) if (isChanged(before[part], latest[part])) notify(`ec.${part}.change`, params);
    if (latest.status === "completed" && before?.status !== "completed") notify("ec.complete", params);
  }

  function fail(code: string, content: string, continueUrl: string | null): void {
    if (state === "over") return;
    state = "over";
    notify("ec.error", {
      ucp: { version, status: "error" },
      messages: [{ type: "error", code, content, severity: "unrecoverable" }],
      ...(continueUrl !== null && { continue_url: continueUrl }),
    });
  }

  return {
    begin,
    fail,
    show(checkout) {
      latest = checkout;
      tell();
    },
    receive(data) {
      if (!isObject(data) || data["jsonrpc"] !== "2.0") return;
      const { id, method } = data;
      if (typeof method === "string") {
        // The protocol has no requests by a host.
        if (id !== undefined && state !== "over") channel.send({ jsonrpc: "2.0", id, error: METHOD_NOT_FOUND });
        return;
      }
      const answered = typeof id === "string" ? pending.get(id) : undefined;
      if (!answered || typeof id !== "string") return;
      pending.delete(id);
      answered(responseOf(data["result"]));
    },
    get opensWindows() {
      return state === "ready" && delegate.includes("window.open");
    },
    openWindow: (url) =>
      new Promise((resolve) => {
        request("window", "ec.window.open_request", { url }, (response) => resolve(isSuccess(response)));
      }),
  };
}

/** What a host has answered. An `error` of JSON-RPC counts as a refusal. */
type Response = { readonly status: unknown; readonly version: unknown; readonly upgrade: unknown };

function responseOf(result: unknown): Response {
  const { ucp, upgrade }: Readonly<Record<string, unknown>> = isObject(result) ? result : {};
  const { status, version }: Readonly<Record<string, unknown>> = isObject(ucp) ? ucp : {};
  return { status, version, upgrade };
}

const isSuccess = ({ status }: Response) => status === "success";

function portOf({ upgrade }: Response): MessagePort | null {
  return isObject(upgrade) && upgrade["port"] instanceof MessagePort ? upgrade["port"] : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isChanged = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
