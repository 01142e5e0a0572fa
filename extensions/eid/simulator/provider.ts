import type { Action, Holding, Provider, Row } from "#simulator/play/provider.ts";
import { ISSUER, WALLET } from "./beta-id.ts";
import { type Verification, sendWebhook, WEBHOOK } from "./verification.ts";
import { startVerifier, type Verifier } from "./verifier.ts";

const WRONG_KEY = "Bearer another-webhook-key-0123456789-abcdefghij";

/** The label of the button that presents each credential of the wallet. */
const PRESENT = {
  nora: "Present the Beta-ID of Nora Beispiel",
  muster: "Present the Beta-ID of Max Muster",
  expired: "Present an expired Beta-ID",
  jwtExpired: "Present a Beta-ID whose JWT has expired",
  revoked: "Present a revoked Beta-ID",
  suspended: "Present a suspended Beta-ID",
  otherIssuer: "Present one of another issuer",
} as const satisfies Readonly<Record<keyof typeof WALLET, string>>;

/** Plays the verifier of the Swiss e-ID, which the operator runs itself, and a shopper's wallet. */
export const VERIFIER_PROVIDER: Provider = {
  name: "verifier",
  title: "e-ID: swiyu verifier and a wallet",
  integration: "eid",
  choice: ["EID", "swiyu"],
  ports: 1,
  failures: {
    decline: { does: "The shopper declines in the wallet, whatever is presented (client_rejected)." },
    delay: { does: "Every call of the shop is answered later." },
    answerLost: { does: "A verification is made or read, and the connection ends without an answer." },
    duplicate: { does: "The webhook of a verification comes twice." },
    outOfOrder: { does: "A webhook is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { does: "The webhook has another API key." },
    down: { does: "The management API answers 503 to every call; the wallet works." },
  },
  async start({ ports, shopUrl, switches, journal, courier }) {
    const tell = async ({ id }: Verification) => {
      const since = new Date();
      await courier.deliver({
        what: `webhook: ${id}`,
        send: async (forged) => String(await sendWebhook(shopUrl, id, since, forged ? WRONG_KEY : WEBHOOK.key)),
      });
    };
    const verifier = await startVerifier({ port: ports[0] ?? 0, switches, journal, onEnd: tell });
    const reject = (title: string, code: "client_rejected" | "access_denied"): Action =>
      whilePending(verifier, title, async (found) => {
        await verifier.reject(found, code);
        return { done: `The wallet answered ${code}.` };
      });
    return {
      settings: { EID_URL: verifier.url, EID_ISSUERS: ISSUER, EID_WEBHOOK_KEY: WEBHOOK.key.replace(/^Bearer /, "") },
      holds: () => [verificationsHeld(verifier)],
      actions: {
        ...Object.fromEntries(
          Object.entries(PRESENT).map(([name, title]) => [
            name,
            whilePending(verifier, title, async (found) => {
              if (switches.take("decline")) await verifier.reject(found, "client_rejected");
              else if (!(await verifier.present(found, WALLET[name as keyof typeof WALLET]())))
                return { refused: "The wallet has no matching credential." };
              return { done: `The verification is ${found.state}.` };
            }),
          ]),
        ),
        decline: reject("Decline", "client_rejected"),
        deny: reject("Decline, as other wallets do", "access_denied"),
        expire: whilePending(verifier, "Let it expire", (found) => {
          verifier.expire(found);
          return { done: "The verification has expired, as after 15 minutes." };
        }),
        tellAgain: {
          title: "Send the webhook again",
          of: "row",
          async run({ id }) {
            const found = verifier.verifications.get(id);
            if (!found || found.state === "PENDING") return { refused: "The wallet has not answered." };
            await tell(found);
            return { done: "The webhook was sent again." };
          },
        },
      },
      stop: () => verifier.stop(),
    };
  },
};

const whilePending = (
  { open }: Verifier,
  title: string,
  work: (found: Verification) => ReturnType<Action["run"]>,
): Action => ({
  title,
  of: "row",
  run({ id }) {
    const found = open(id);
    return found ? work(found) : { refused: "This verification is not pending." };
  },
});

function verificationsHeld({ verifications, isExpired }: Verifier): Holding {
  const rows = [...verifications.values()].map((each): Row => {
    const claims = each.request.dcql_query.credentials.flatMap(({ claims: asked = [] }) =>
      asked.map(({ path }) => path.join(".")),
    );
    const isGone = isExpired(each);
    const error = each.response && "error_code" in each.response ? each.response.error_code : "";
    const pending = isGone ? [] : [...Object.keys(PRESENT), "decline", "deny", "expire"];
    return {
      id: each.id,
      cells: [each.id, claims.join(", "), isGone ? "expired" : each.state, error],
      actions: each.state === "PENDING" ? pending : ["tellAgain"],
    };
  });
  return { title: "Verifications", columns: ["Id", "Asks for", "State", "Error"], rows: rows.toReversed() };
}
