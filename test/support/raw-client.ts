import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens a TCP connection to a shop, for requests that no HTTP client sends. */
export async function rawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return new RawClient(socket);
}

export class RawClient {
  readonly socket: Socket;
  /** All received data. */
  received = "";
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1").on("data", (text: string) => (this.received += text));
    // A server that closes a connection can reset it.
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  send(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** The statuses of all answers so far; a body without a final line break can precede one. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  end(): void {
    this.socket.destroy();
  }
}
