import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { DeskAnswers } from "#contract/desk/calls.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { amount } from "#desk/app/numbers.ts";
import { Failed } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { useTitle } from "#desk/app/title.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { Waiting } from "#desk/kit/Waiting.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./CheckoutsPage.module.css";
import { LANGUAGE_NAMES } from "#core/text/locale.ts";
import { History } from "../History.tsx";

/** Checkouts and payments without an order, for callers who have no order number. */
export default function CheckoutsPage() {
  const t = useTexts("checkouts");
  const [params, setParams] = useSearchParams();
  const text = params.get("text") ?? "";
  const chosen = params.get("checkout");
  useTitle(t("title"));
  return (
    <>
      <Link href="/orders" className={styles.back}>
        <Icon name="left" size={16} /> {t("back")}
      </Link>
      <h1 className={styles.title}>{t("title")}</h1>
      <Search key={text} text={text} onSearch={(next) => setParams({ text: next })} />
      {text !== "" && <Found text={text} chosen={chosen} />}
      {text !== "" && chosen !== null && <CheckoutDetail key={chosen} id={chosen} text={text} />}
    </>
  );
}

type SearchProps = { readonly text: string; readonly onSearch: (text: string) => void };

function Search({ text, onSearch }: SearchProps) {
  const t = useTexts("checkouts");
  const [typed, setTyped] = useState(text);
  const [mistake, setMistake] = useState<string>();
  const search = () => {
    if (typed.trim() === "") setMistake(t("missing"));
    else onSearch(typed.trim());
  };
  return (
    <search>
      <Form className={styles.search} onSubmit={search}>
        <TextField
          name="checkout-search"
          label={t("search")}
          hint={t("hint")}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          error={mistake}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="main">
          {t("find")}
        </Button>
      </Form>
    </search>
  );
}

function Found({ text, chosen }: { readonly text: string; readonly chosen: string | null }) {
  const t = useTexts("checkouts");
  const frame = useTexts("frame");
  const { data, error, refetch } = useAnswer("checkouts", { query: { text } });
  if (error) return <Failed failure={error.failure} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={frame("loading")} />;
  const { orders, checkouts, payments } = data;
  if (orders.length + checkouts.length + payments.length === 0) return <p>{t("none", { text })}</p>;
  return (
    <>
      {orders.length > 0 && (
        <p>
          {t("orders", { count: orders.length })}{" "}
          {orders.map((number) => (
            <Link key={number} href={`/orders/${number}`} className={styles.order}>
              {number}
            </Link>
          ))}
        </p>
      )}
      {checkouts.length > 0 && <Checkouts checkouts={checkouts} text={text} chosen={chosen} />}
      {payments.length > 0 && <FoundPayments payments={payments} />}
    </>
  );
}

type CheckoutsProps = {
  readonly checkouts: DeskAnswers["checkouts"]["checkouts"];
  readonly text: string;
  readonly chosen: string | null;
};

function Checkouts({ checkouts, text, chosen }: CheckoutsProps) {
  const t = useTexts("checkouts");
  const times = useTimes();
  const columns = (["product", "stage", "email", "changed"] as const).map((key) => ({
    key,
    label: t(`columns.${key}`),
  }));
  return (
    <Panel title={t("checkouts")} className={styles.bare}>
      <Table caption={t("checkouts")} columns={columns}>
        {checkouts.map(({ id, product, stage, email, changedAt }) => (
          <tr key={id} data-chosen={id === chosen || undefined}>
            <th scope="row">
              <Link
                href={`/checkouts?${new URLSearchParams({ text, checkout: id }).toString()}`}
                aria-current={id === chosen ? "true" : undefined}
              >
                {product}
              </Link>
            </th>
            <td>{t(`stages.${stage}`)}</td>
            <td>{email ?? "–"}</td>
            <td data-one-line="">{times.full(changedAt)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

function FoundPayments({ payments }: { readonly payments: DeskAnswers["checkouts"]["payments"] }) {
  const t = useTexts("checkouts");
  const orders = useTexts("orders");
  const times = useTimes();
  const columns = (["at", "amount", "state", "provider", "ids"] as const).map((key) => ({
    key,
    label: t(`columns.${key}`),
    number: key === "amount",
  }));
  return (
    <Panel title={t("payments")} className={styles.bare}>
      <Table caption={t("payments")} columns={columns}>
        {payments.map(({ id, createdAt, amount: chf, state, refund, provider, providerIds }) => (
          <tr key={id}>
            <td data-one-line="">{times.full(createdAt)}</td>
            <td data-number="">{amount(chf)}</td>
            <td>
              {orders(`payments.states.${state}`)}
              {refund && `, ${t("refund")}`}
            </td>
            <td>{provider}</td>
            <td className={styles.ids}>{[id, ...providerIds].join(" · ")}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

type Props = { readonly id: string; readonly text: string };

/** A shopper's actions in a checkout that did not become an order, including every refusal. */
function CheckoutDetail({ id, text }: Props) {
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
