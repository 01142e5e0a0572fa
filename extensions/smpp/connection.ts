import { isIP } from "node:net";
import { NotReached, Unavailable } from "#server/platform/unavailable.ts";
import type { Pdu, SmppSession } from "#libraries/smpp/index.ts";
import type { AlphabetName } from "./alphabets.ts";

/** ESME_RINVBNDSTS: the SMS centre does not regard the connection as bound. The next request opens another one. */
const NOT_BOUND = 0x04;

/** The SMS centre refused the login (bind). */
export class BindRefused extends NotReached {
  readonly status: number;
  constructor(status: number) {
    super(`SMPP bind: status 0x${status.toString(16)}`);
    this.status = status;
  }
}

export type SmppConnection = {
  /**
   * Sends a request and returns the response. Throws NotReached if there is no connection, BindRefused if the SMS
   * centre refuses the bind, and Unavailable if there is no response, in which case the request may have been carried
   * out.
   */
  request(send: (session: SmppSession, answer: (pdu: Pdu) => void) => boolean): Promise<Pdu>;
  stop(): Promise<void>;
};

/**
 * One connection to the SMS centre, bound as transceiver (SMPP 3.4, 4.1.5). The first message opens it, and
 * `enquire_link` keeps it alive. After a failure, the next message opens a new one; messages are not sent again.
 * `onDelivery` gets each deliver_sm.
 */
export async function smppConnection(
  settings: SmppSettings,
  onDelivery: (pdu: Pdu) => void = () => undefined,
): Promise<SmppConnection> {
  const { default: smpp } = await import("#libraries/smpp/index.ts");
  let bound: Promise<SmppSession> | null = null;

  function open(): Promise<SmppSession> {
    const { systemId, password, systemType, timeoutMs = TIMEOUT_MS, enquireMs = ENQUIRE_MS } = settings;
    const opened = new Promise<SmppSession>((resolve, reject) => {
      const session = smpp.connect(addressOf(settings), () => {
        const bind = { system_id: systemId, password, system_type: systemType, interface_version: 0x34 };
        session.bind_transceiver(bind, ({ command_status }) => {
          if (command_status === 0) return resolve(session);
          reject(new BindRefused(command_status));
          return session.destroy();
        });
      });
      const asking = setInterval(() => {
        ask(session, (answer) => session.enquire_link(answer)).catch(() => session.destroy());
      }, enquireMs);
      asking.unref();
      const timeout = setTimeout(() => session.destroy(), timeoutMs);
      session.on("bind_transceiver_resp", () => clearTimeout(timeout));
      for (const incoming of ["deliver_sm", "enquire_link", "unbind"])
        session.on(incoming, (pdu: Pdu) => void session.send(pdu.response()));
      session.on("deliver_sm", onDelivery);
      // After a parse error the stream is unusable, but the package would leave it open, so it is closed here.
      let problem = "the connection ended";
      session.on("error", (error: NodeJS.ErrnoException) => {
        problem = error.code ?? error.name;
        session.destroy();
      });
      session.on("close", () => {
        clearInterval(asking);
        clearTimeout(timeout);
        if (bound === opened) bound = null;
        reject(new NotReached(`SMPP: ${problem}`));
      });
    });
    return opened;
  }

  function ask(session: SmppSession, send: (answer: (pdu: Pdu) => void) => boolean): Promise<Pdu> {
    return new Promise((resolve, reject) => {
      const end = (error: Unavailable | null, pdu?: Pdu) => {
        clearTimeout(timer);
        session.off("close", closed);
        if (pdu) resolve(pdu);
        else reject(error ?? new Unavailable("SMPP: no answer"));
      };
      const closed = () => end(new Unavailable("SMPP: the connection ended before the answer"));
      const timer = setTimeout(() => end(new Unavailable("SMPP: no answer in time")), settings.timeoutMs ?? TIMEOUT_MS);
      session.once("close", closed);
      if (!send((pdu) => end(null, pdu))) end(new NotReached("SMPP: the connection is closed"));
    });
  }

  return {
    async request(send) {
      const session = await (bound ??= open());
      const answer = await ask(session, (answered) => send(session, answered));
      if (answer.command_status === NOT_BOUND) session.destroy();
      return answer;
    },
    async stop() {
      const session = await bound?.catch(() => null);
      if (!session) return;
      await ask(session, (answer) => session.unbind(answer)).catch(() => undefined);
      session.destroy();
    },
  };
}

/**
 * Returns where to connect. With TLS, it includes the host name for SNI (RFC 6066, which does not allow IP addresses),
 * against which the certificate is checked.
 */
function addressOf({ host, port, tls }: SmppSettings) {
  return { host, port, tls, ...(isIP(host) === 0 && { servername: host }) };
}

/** Type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6). */
type NumberType = { readonly ton: number; readonly npi: number };

export type SmppSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly timeoutMs?: number;
  readonly enquireMs?: number;
};

/** Maximum time for a response from the SMS centre, in ms. */
const TIMEOUT_MS = 5000;
/** Interval of `enquire_link` on an idle connection, in ms; shorter than the time after which SMS centres close it. */
const ENQUIRE_MS = 30_000;

export type SmppOptions = SmppSettings & {
  /** The sender of text messages: a number, or a name of at most eleven letters. */
  readonly sender: string;
  /** Null for the default: international for a number (1/1), alphanumeric for a name (5/0). */
  readonly senderType: NumberType | null;
  readonly recipientType: NumberType;
  readonly alphabet: AlphabetName;
  /** Delays before retries if the SMS centre is busy, in ms. */
  readonly retryDelaysMs?: readonly number[];
};
