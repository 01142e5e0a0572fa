import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { openJournal, type Journal } from "#simulator/play/journal.ts";
import { listen } from "#simulator/play/fake-server.ts";
import { failureSwitches, type Switches } from "#simulator/play/switches.ts";
import { fits, readText, type CentreAlphabet } from "./alphabets.ts";
import { deliverBody, idTlv, pdu, readBind, readSubmit, stateTlv, type Bind, type Submitted } from "./pdus.ts";

/** command_id (SMPP 3.4, 5.1.2.1). */
const COMMANDS = { 0x09: "bind_transceiver", 0x04: "submit_sm", 0x15: "enquire_link", 0x06: "unbind" } as const;
const RESPONSE = 0x80000000;
const DELIVER_SM = 0x05;
/** command_status (5.1.3): the recipient's number, the password or the system id is invalid. */
const [RINVDSTADR, RINVPASWD, RINVSYSID] = [0x0b, 0x0e, 0x0f];
/** message_state (5.2.28), and how a receipt's text names it (Appendix B). */
const STATES = {
  delivered: [2, "DELIVRD"],
  expired: [3, "EXPIRED"],
  undeliverable: [5, "UNDELIV"],
  rejected: [8, "REJECTD"],
} as const;
export type Receipt = keyof typeof STATES;

/** A message that the centre accepted. */
export type AcceptedMessage = { readonly id: string; readonly submitted: Submitted };

export type CentreOptions = {
  /** The port to listen on; 0: any free port. */
  readonly port?: number;
  readonly switches?: Switches;
  readonly journal?: Journal;
  /** Numbers for which texts are refused (ESME_RINVDSTADR). */
  readonly refusedNumbers?: ReadonlySet<string>;
  /** Called for each accepted message, before the response is sent. */
  readonly onTaken?: (taken: AcceptedMessage) => void;
  /** The alphabet that data_coding 0 stands for at this centre (5.2.19). */
  readonly alphabet?: CentreAlphabet;
  /** Options of `node:tls`; without them, the centre does not use TLS. */
  readonly tls?: TlsOptions;
  /**
   * The only accepted type (TON) and numbering plan (NPI) of recipients; others are refused (ESME_RINVDSTTON,
   * ESME_RINVDSTNPI).
   */
  readonly recipients?: { readonly ton: number; readonly npi: number };
  /** The only account that may bind; others are refused (ESME_RINVSYSID, ESME_RINVPASWD). */
  readonly account?: { readonly systemId: string; readonly password: string };
  /** The only system type that may bind; others are refused (ESME_RINVSYSTYP). */
  readonly systemType?: string;
};

/**
 * Starts an SMS centre on loopback. It parses SMPP 3.4 byte by byte without a library, checks the messages, and fails
 * as configured.
 */
export async function startSmsCentre(options: CentreOptions = {}) {
  const {
    alphabet = "gsm",
    refusedNumbers = new Set(),
    switches = failureSwitches(),
    journal = openJournal(),
  } = options;
  const state = {
    /** Statuses of the next responses to submit_sm. Once they are used up, the rules apply. */
    statuses: [] as number[],
    bindStatus: 0,
    silent: false,
    /** Accepts the next request, then cuts the connection. */
    cutNext: false,
    garbageNext: false,
  };
  const received: string[] = [];
  const binds: Bind[] = [];
  const texts: Submitted[] = [];
  const read: string[] = [];
  const bound = new Set<Socket>();
  const sockets = new Set<Socket>();
  let messages = 0;

  /** Returns the status of a response (5.1.3). The rules determine it, unless a test has set one. */
  function statusOf(name: string | undefined, socket: Socket, body: Buffer): number {
    if (name === "bind_transceiver") {
      const bind = readBind(body);
      binds.push(bind);
      const { account, systemType } = options;
      if (bind.systemId !== (account?.systemId ?? bind.systemId)) return RINVSYSID;
      if (bind.password !== (account?.password ?? bind.password)) return RINVPASWD;
      return state.bindStatus || (systemType !== undefined && bind.systemType !== systemType ? 0x53 : 0);
    }
    if (name !== "submit_sm") return 0;
    if (!bound.has(socket)) return 0x04;
    const submitted = readSubmit(body);
    texts.push(submitted);
    return state.statuses.shift() ?? checked(submitted);
  }

  function checked({ to, esmClass, validity, dataCoding, message }: Submitted): number {
    if (refusedNumbers.has(to.address) || switches.take("decline")) return RINVDSTADR;
    if (to.ton !== (options.recipients?.ton ?? to.ton)) return 0x50;
    if (to.npi !== (options.recipients?.npi ?? to.npi)) return 0x51;
    if (validity !== "" && !/^\d{15}[-+R]$/.test(validity)) return 0x62;
    const headerLength = esmClass & 0x40 ? (message[0] ?? 0) + 1 : 0;
    const body = message.subarray(headerLength);
    const text = readText(body, dataCoding, alphabet);
    if (text === null || message.length > 254 || !fits(body, headerLength, dataCoding, alphabet)) return 0x01;
    read.push(text);
    return 0;
  }

  function onPdu(socket: Socket, bytes: Buffer): void {
    const [command, sequence] = [bytes.readUInt32BE(4), bytes.readUInt32BE(12)];
    if (command >= RESPONSE)
      return void received.push(command === RESPONSE + DELIVER_SM ? "deliver_sm_resp" : "response");
    const name = COMMANDS[command as keyof typeof COMMANDS];
    received.push(name);
    // Failures ignore enquire_link, so that one set to `once` hits the next text.
    const isWork = name === "submit_sm" || name === "bind_transceiver";
    if (isWork && switches.take("down")) {
      journal.add(name, "connection ended (down)");
      return void socket.destroy();
    }
    const status = statusOf(name, socket, bytes.subarray(16));
    if (state.silent) return;
    if (state.cutNext) {
      state.cutNext = false;
      return void socket.destroy();
    }
    if (state.garbageNext) {
      state.garbageNext = false;
      return void socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    }
    if (name === "bind_transceiver" && status === 0) bound.add(socket);
    const id = name === "submit_sm" ? `id-${++messages}` : "centre";
    const submitted = texts.at(-1);
    if (name === "submit_sm" && status === 0 && submitted) options.onTaken?.({ id, submitted });
    const isLost = name === "submit_sm" && switches.take("answerLost");
    if (isWork) journal.add(name, `status 0x${status.toString(16).padStart(2, "0")}${isLost ? " (lost)" : ""}`);
    if (isLost) return void socket.destroy();
    const body = status === 0 && isWork ? Buffer.from(`${id}\0`, "latin1") : undefined;
    const respond = () => socket.write(pdu(command + RESPONSE, status, sequence, body));
    const delay = name === "submit_sm" ? switches.takeDelay() : 0;
    if (delay === 0) respond();
    else setTimeout(() => socket.writable && respond(), delay);
  }

  const onSocket = (socket: Socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on("close", () => {
      sockets.delete(socket);
      bound.delete(socket);
    });
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= 16 && waiting.length >= waiting.readUInt32BE(0)) {
        const length = waiting.readUInt32BE(0);
        onPdu(socket, waiting.subarray(0, length));
        waiting = waiting.subarray(length);
      }
    });
  };
  const server: Server = options.tls ? createTlsServer(options.tls, onSocket) : createServer(onSocket);
  const { port, stop } = await listen(server, options.port ?? 0);

  const latest = (): AcceptedMessage => ({ id: `id-${messages}`, submitted: texts.at(-1) ?? NOTHING });
  /** Sends a deliver_sm to every bound client, from a message's recipient to its sender. */
  const deliver = (
    { submitted: { from, to } }: AcceptedMessage,
    esmClass: number,
    text: string,
    tlvs: readonly Buffer[] = [],
  ) => {
    for (const socket of bound)
      socket.write(pdu(DELIVER_SM, 0, 7000 + messages, deliverBody(to, from, esmClass, text, tlvs)));
  };
  return {
    host: "127.0.0.1",
    port,
    state,
    received,
    binds,
    texts,
    /** Decodes a part into the text that a phone shows, using this centre's alphabet. */
    read,
    /** Returns the number of open connections. */
    connections: () => sockets.size,
    /** Cuts all connections, like a centre that restarts. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    /**
     * Sends a delivery receipt (esm_class 0x04, 5.2.12), with the optional parameters, or only as the text in Appendix
     * B.
     */
    receipt(receipt: Receipt, as: "parameters" | "text" = "parameters", taken: AcceptedMessage = latest()) {
      const [value, word] = STATES[receipt];
      const text = `id:${taken.id} sub:001 dlvrd:001 submit date:2611220900 done date:2611220901 stat:${word} err:000 text:`;
      if (as === "text") deliver(taken, 0x04, text);
      else deliver(taken, 0x04, "", [idTlv(taken.id), stateTlv(value)]);
    },
    /** Sends a text to the shop, as a person would. */
    incoming: (text: string) => deliver(latest(), 0, text),
    stop() {
      for (const socket of sockets) socket.destroy();
      return stop();
    },
  };
}

const NO_ADDRESS = { ton: 1, npi: 1, address: "" };
const NOTHING: Submitted = {
  from: NO_ADDRESS,
  to: NO_ADDRESS,
  esmClass: 0,
  validity: "",
  registered: 0,
  dataCoding: 0,
  message: Buffer.alloc(0),
};
