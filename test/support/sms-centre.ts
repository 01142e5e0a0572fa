import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export type Submitted = {
  readonly from: { ton: number; npi: number; address: string };
  readonly to: { ton: number; npi: number; address: string };
  readonly esmClass: number;
  readonly dataCoding: number;
  readonly message: Buffer;
};
const COMMANDS = { 0x09: "bind_transceiver", 0x04: "submit_sm", 0x15: "enquire_link", 0x06: "unbind" } as const;

/** An SMS centre on loopback that reads SMPP 3.4 byte by byte itself, and answers as the test sets it. */
export async function startSmsCentre() {
  const state = {
    /** Statuses of the next answers to submit_sm; afterwards 0. */
    statuses: [] as number[],
    bindStatus: 0,
    silent: false,
    /** The next request is taken and the connection cut. */
    cutNext: false,
    garbageNext: false,
  };
  const received: string[] = [];
  const binds: { systemId: string; password: string; version: number }[] = [];
  const texts: Submitted[] = [];
  const sockets = new Set<Socket>();

  function onPdu(socket: Socket, pdu: Buffer): void {
    const [command, sequence] = [pdu.readUInt32BE(4), pdu.readUInt32BE(12)];
    if (command >= 0x80000000) return void received.push("response");
    const name = COMMANDS[command as keyof typeof COMMANDS];
    received.push(name);
    const read = reader(pdu.subarray(16));
    if (name === "bind_transceiver") {
      const [systemId, password] = [read.text(), read.text()];
      read.text();
      binds.push({ systemId, password, version: read.byte() });
    }
    if (name === "submit_sm") texts.push(submitted(read));
    if (state.silent) return;
    if (state.cutNext) {
      state.cutNext = false;
      return void socket.destroy();
    }
    if (state.garbageNext) {
      state.garbageNext = false;
      return void socket.write(Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    }
    const status =
      name === "submit_sm" ? (state.statuses.shift() ?? 0) : name === "bind_transceiver" ? state.bindStatus : 0;
    const body = name === "enquire_link" || name === "unbind" || status ? "" : "id-1\0";
    const answer = Buffer.alloc(16 + body.length);
    answer.writeUInt32BE(answer.length, 0);
    answer.writeUInt32BE((command | 0x80000000) >>> 0, 4);
    answer.writeUInt32BE(status, 8);
    answer.writeUInt32BE(sequence, 12);
    answer.write(body, 16, "latin1");
    socket.write(answer);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = Buffer.alloc(0);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      while (waiting.length >= 16 && waiting.length >= waiting.readUInt32BE(0)) {
        const length = waiting.readUInt32BE(0);
        onPdu(socket, waiting.subarray(0, length));
        waiting = waiting.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    state,
    received,
    binds,
    texts,
    /** Cuts what is connected, as a restarted centre does. */
    cut: () => sockets.forEach((socket) => socket.destroy()),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function reader(bytes: Buffer) {
  let at = 0;
  return {
    byte: () => bytes[at++] ?? 0,
    text() {
      const end = bytes.indexOf(0, at);
      const text = bytes.toString("latin1", at, end);
      at = end + 1;
      return text;
    },
    rest: (length: number) => bytes.subarray(at, at + length),
  };
}

function submitted(read: ReturnType<typeof reader>): Submitted {
  read.text();
  const address = () => ({ ton: read.byte(), npi: read.byte(), address: read.text() });
  const [from, to] = [address(), address()];
  const esmClass = read.byte();
  read.byte();
  read.byte();
  read.text();
  read.text();
  read.byte();
  read.byte();
  const dataCoding = read.byte();
  read.byte();
  return { from, to, esmClass, dataCoding, message: Buffer.from(read.rest(read.byte())) };
}
