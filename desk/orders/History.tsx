import { refusedAbout } from "#core/order/refused-message.ts";
import { useState } from "react";
import type { DeskEvent } from "#contract/desk/order-answers.ts";
import { amount } from "#desk/app/numbers.ts";
import { useCallName, useFieldName, useNoteText, useRefusalText, useStepName, messageAbout } from "#desk/app/names.ts";
import { useTexts, type Texts } from "#desk/app/texts.tsx";
import { useTimes, type Times, useNow } from "#desk/app/time.ts";
import { TextButton } from "#desk/kit/Button.tsx";
import { Section } from "#desk/kit/Section.tsx";
import styles from "./History.module.css";

/** The text of an event. `tone`: whether it is a success (`good`) or a refusal (`hold`). */
type EventText = { readonly text: string; readonly more: readonly string[]; readonly tone: "plain" | "good" | "hold" };

/** Maximum number of events shown initially, since a long purchase has hundreds. */
const SHOWN = 60;

/** An order's history from the shopper's first step on, including every refusal. */
export function History({ events }: { readonly events: readonly DeskEvent[] }) {
  const t = useTexts("orders");
  const frame = useTexts("frame");
  const times = useTimes();
  const words = {
    t,
    times,
    callName: useCallName(),
    stepName: useStepName(),
    fieldName: useFieldName(),
    refusalText: useRefusalText(),
    noteText: useNoteText(),
  };
  const now = useNow();
  const [onlyRefusals, setOnlyRefusals] = useState(false);
  const [all, setAll] = useState(false);
  const wanted = onlyRefusals ? events.filter((event) => event.kind === "call" && event.refused !== null) : events;
  // The newest events are the most important, so the oldest ones are hidden initially.
  const hidden = all ? 0 : Math.max(0, wanted.length - SHOWN);
  const hasRefusals = events.some((event) => event.kind === "call" && event.refused !== null);
  return (
    <Section title={t("history.title")}>
      {hasRefusals && (
        <p className={styles.choice}>
          <TextButton onClick={() => setOnlyRefusals(!onlyRefusals)}>
            {t(onlyRefusals ? "history.all" : "history.onlyRefusals")}
          </TextButton>
        </p>
      )}
      <ol className={styles.events}>
        {hidden > 0 && (
          <li className={styles.folded}>
            <TextButton onClick={() => setAll(true)}>{frame("more")}</TextButton>
          </li>
        )}
        {wanted.slice(hidden).map((event, index) => {
          const { text, more, tone } = inWords(event, words);
          return (
            // Events have no key and never move.
            // oxlint-disable-next-line react/no-array-index-key -- Rows have no id, and are only ever appended.
            <li key={index} data-tone={tone}>
              <time dateTime={event.at} title={times.full(event.at)}>
                {times.short(event.at, now)}
              </time>
              <span className={styles.dot} aria-hidden="true" />
              <span>
                {text}
                {more.map((part) => (
                  <small key={part}> · {part}</small>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

const PAYMENT_TONES: Readonly<Record<string, EventText["tone"]>> = { paid: "good", declined: "hold" };

/** What is needed to describe an event. */
type Words = {
  readonly t: Texts<"orders">;
  readonly times: Times;
  readonly callName: ReturnType<typeof useCallName>;
  readonly stepName: ReturnType<typeof useStepName>;
  readonly fieldName: ReturnType<typeof useFieldName>;
  readonly refusalText: ReturnType<typeof useRefusalText>;
  readonly noteText: ReturnType<typeof useNoteText>;
};

function inWords(event: DeskEvent, words: Words): EventText {
  const { t, times, noteText } = words;
  const eventText = (
    text: string,
    more: readonly (string | null | false)[] = [],
    tone: EventText["tone"] = "plain",
  ): EventText => ({
    text,
    more: more.filter((part) => typeof part === "string"),
    tone,
  });
  switch (event.kind) {
    case "begun":
      return eventText(t("history.begun"));
    case "ordered":
      return eventText(t("history.ordered"), [], "good");
    case "delivered":
      return eventText(t(`history.delivered.${event.what}`), [event.again && t("history.again")], "good");
    case "call": {
      const { call, step, backTo, refused } = event;
      const more = [
        fieldsOf(event, words),
        refused && words.refusalText(refused),
        backTo && t("history.backTo", { step: words.stepName(backTo) }),
        event.times > 1 && t("history.times", { count: event.times }),
      ];
      return eventText(words.callName(call, step), more, refused === null ? "plain" : "hold");
    }
    case "payment": {
      const state =
        event.part === null
          ? t(`history.payments.${event.what}`)
          : t("payments.refunded", { amount: amount(event.part) });
      const text = t("history.payment", { amount: amount(event.amount), provider: event.provider, state });
      return eventText(text, [], PAYMENT_TONES[event.what] ?? "plain");
    }
    case "act":
      return eventText(
        t(`actions.${event.act}`),
        [t("history.by", { actor: event.actor, reason: noteText(event.reason) })],
        "good",
      );
    case "message": {
      const refused = refusedAbout(event.about);
      return refused === null
        ? eventText(t(`history.${event.channel}`, { about: messageAbout(event.about, t) }))
        : eventText(t(`history.${event.channel}Refused`, { about: messageAbout(refused, t) }), [], "hold");
    }
    case "transfer": {
      const state = t(`transfers.${event.state}`);
      const text =
        event.day === null
          ? t("history.transfer", { state })
          : t("history.transferDay", { state, day: times.day(event.day) });
      return event.blockedBy === null
        ? eventText(text)
        : eventText(text, [t("history.transferBlocked", { order: event.blockedBy })], "hold");
    }
  }
}

/** Returns the names of the refused fields. Day, month and year have the same name. */
function fieldsOf({ fields }: Extract<DeskEvent, { kind: "call" }>, { t, fieldName }: Words): string | null {
  if (fields.length === 0) return null;
  return t("history.fields", { fields: [...new Set(fields.map(fieldName))].join(", ") });
}
