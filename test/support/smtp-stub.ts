import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";

/** The answers of a mail server to the parts of one e-mail. `""` after `body`: it closes the connection instead. */
export type SmtpAnswers = Partial<Record<"mail" | "rcpt" | "data" | "body" | "auth", string>>;

/** Starts a mail server that stores each e-mail whose text it receives, whatever it answers. */
export async function startSmtpStub() {
  const received: string[] = [];
  const script: SmtpAnswers[] = [];
  const server = createServer((socket) => serve(socket, script.shift() ?? {}, received));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    urlWithLogin: `smtp://kasse:secret@127.0.0.1:${port}`,
    /** The e-mails so far, as received. */
    received,
    /** Sets the answers on the next connection. */
    answerNext: (answers: SmtpAnswers) => void script.push(answers),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, answers: SmtpAnswers, received: string[]): void {
  let body: string | null = null;
  let unread = "";
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on("error", () => undefined);
  socket.setEncoding("utf8");
  say("220 stub");
  socket.on("data", (part: string) => {
    unread += part;
    for (let end = unread.indexOf("\r\n"); end >= 0; end = unread.indexOf("\r\n")) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      if (body === null) {
        if (line === "DATA" && !answers.data) body = "";
        answer(line);
      } else if (line === ".") {
        received.push(body);
        body = null;
        if (answers.body === "") socket.destroy();
        else say(answers.body ?? "250 stored");
      } else body += `${line}\r\n`;
    }
  });
  function answer(line: string): void {
    if (line.startsWith("EHLO")) say("250-stub\r\n250 AUTH PLAIN");
    else if (line.startsWith("AUTH")) say(answers.auth ?? "235 ok");
    else if (line.startsWith("MAIL")) say(answers.mail ?? "250 ok");
    else if (line.startsWith("RCPT")) say(answers.rcpt ?? "250 ok");
    else if (line === "DATA") say(answers.data ?? "354 go on");
    else say(line === "QUIT" ? "221 bye" : "250 ok");
  }
}
