import { Unavailable } from "#server/platform/http/unavailable.ts";
import type { Pdu, SmppSession } from "#libraries/smpp/index.ts";

export type SmppSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly systemId: string;
  readonly password: string;
  readonly timeoutMs: number;
  /** How often an idle connection is checked with `enquire_link`. */
  readonly enquireMs: number;
};

export type SmppConnection = {
  /**
   * Sends a request and returns its answer. Throws Unavailable if the SMS centre does not answer, refuses the bind or
   * disconnects.
   */
  request(send: (session: SmppSession, answer: (pdu: Pdu) => void) => boolean): Promise<Pdu>;
  stop(): Promise<void>;
};

/**
 * One connection to the SMS centre, bound as transceiver (SMPP 3.4). It is opened with the first message and kept alive by
 * `enquire_link`. After a failure the next message opens a new one; messages are not resent.
 */
export async function smppConnection(settings: SmppSettings): Promise<SmppConnection> {
  const { default: smpp } = await import("#libraries/smpp/index.ts");
  let bound: Promise<SmppSession> | null = null;

  function open(): Promise<SmppSession> {
    const { host, port, tls, systemId, password, timeoutMs, enquireMs } = settings;
    return new Promise((resolve, reject) => {
      const session = smpp.connect({ host, port, tls }, () => {
        session.bind_transceiver({ system_id: systemId, password, interface_version: 0x34 }, ({ command_status }) => {
          if (command_status === 0) return resolve(session);
          session.destroy();
          return reject(new Unavailable(`SMPP bind: status 0x${command_status.toString(16)}`));
        });
      });
      const asking = setInterval(() => {
        ask(session, (answer) => session.enquire_link(answer)).catch(() => session.destroy());
      }, enquireMs);
      asking.unref();
      const timeout = setTimeout(() => session.destroy(), timeoutMs);
      session.on("bind_transceiver_resp", () => clearTimeout(timeout));
      // Incoming requests, such as delivery receipts, are acknowledged and ignored.
      for (const incoming of ["deliver_sm", "enquire_link", "unbind"])
        session.on(incoming, (pdu: Pdu) => void session.send(pdu.response()));
      // After a parse error the stream is unusable, but the package would leave it open.
      session.on("error", () => session.destroy());
      session.on("close", () => {
        clearInterval(asking);
        clearTimeout(timeout);
        bound = null;
        reject(new Unavailable("SMPP: the connection ended"));
      });
    });
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
      const timer = setTimeout(() => end(new Unavailable("SMPP: no answer in time")), settings.timeoutMs);
      session.once("close", closed);
      if (!send((pdu) => end(null, pdu))) end(new Unavailable("SMPP: the connection is closed"));
    });
  }

  return {
    async request(send) {
      const session = await (bound ??= open());
      return ask(session, (answer) => send(session, answer));
    },
    async stop() {
      const session = await bound?.catch(() => null);
      if (!session) return;
      await ask(session, (answer) => session.unbind(answer)).catch(() => undefined);
      session.destroy();
    },
  };
}
