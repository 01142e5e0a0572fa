import { Link } from "wouter";
import { LANGUAGE_NAMES } from "#core/text/locale.ts";
import { useAnswer } from "#desk/api/queries.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { History } from "../History.tsx";

type Props = { readonly id: string; readonly text: string };

/** What a shopper did in a checkout without an order, with every refusal. */
export function CheckoutDetail({ id, text }: Props) {
  const t = useTexts("checkouts");
  const frame = useTexts("frame");
  const times = useTimes();
  const { data, error, refetch } = useAnswer("checkout", { params: { id }, query: { text } });
  if (error) return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={frame("loading")} />;
  const { product, email, locale, begunAt, order } = data;
  const facts = [email, LANGUAGE_NAMES[locale], t("begun", { day: times.full(begunAt) })].filter(Boolean).join(" · ");
  return (
    <Panel title={product} note={facts}>
      {order !== null && (
        <p>
          {t("orders", { count: 1 })} <Link href={`/orders/${order}`}>{order}</Link>
        </p>
      )}
      <History events={data.history} />
    </Panel>
  );
}
