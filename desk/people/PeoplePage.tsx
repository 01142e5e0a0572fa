import { useState } from "react";
import type { People, Person } from "#contract/desk/people-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { CopyText } from "#web/kit/CopyText.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { useTitle } from "#desk/app/title.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag, type Tone } from "#desk/kit/StateTag.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { ChangeDialog, InviteDialog } from "./dialogs.tsx";
import { NewLinkDialog } from "./parts.tsx";
import styles from "./PeoplePage.module.css";

const TONE: Readonly<Record<Person["state"], Tone>> = { invited: "hold", active: "good", disabled: "off" };

/** The last change of a person. `link`: the invitation's link, which is shown only once; null if there is none. */
type Done = { readonly name: string; readonly link: string | null };

/** The people who can log in at the desk, with controls to invite and change them. */
export default function PeoplePage() {
  const t = useTexts("people");
  const frame = useTexts("frame");
  const answer = useAnswer("people", {});
  const { provider } = useMe();
  const [open, setOpen] = useState<"invite" | Person | null>(null);
  const [asksLink, setAsksLink] = useState<Person | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  useTitle(t("title"));
  const finish = (name: string, { link }: People) => {
    setOpen(null);
    setAsksLink(null);
    setDone({ name, link });
    void answer.refetch();
  };
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{t("title")}</h1>
        {!provider && (
          <Button tone="main" onClick={() => setOpen("invite")}>
            {t("invite")}
          </Button>
        )}
      </div>
      {provider && <p className={styles.quiet}>{t("atProvider")}</p>}
      {done && (
        <Alert tone="good" title={done.link === null ? t("done", { name: done.name }) : t("link", { name: done.name })}>
          {done.link !== null && (
            <>
              <p>{t("linkText")}</p>
              <CopyText
                label={t("link", { name: done.name })}
                text={done.link}
                copyLabel={frame("copy")}
                copiedLabel={frame("copied")}
              />
            </>
          )}
        </Alert>
      )}
      <Loaded answer={answer}>{(data) => <List people={data.people} onChange={setOpen} />}</Loaded>
      {open === "invite" ? (
        <InviteDialog onDone={finish} onClose={() => setOpen(null)} />
      ) : (
        open && (
          <ChangeDialog
            person={open}
            onDone={finish}
            onAskLink={() => {
              setOpen(null);
              setAsksLink(open);
            }}
            onClose={() => setOpen(null)}
          />
        )
      )}
      {asksLink && <NewLinkDialog person={asksLink} onDone={finish} onClose={() => setAsksLink(null)} />}
    </>
  );
}

type ListProps = { readonly people: readonly Person[]; readonly onChange: (person: Person) => void };

function List({ people, onChange }: ListProps) {
  const t = useTexts("people");
  const frame = useTexts("frame");
  const times = useTimes();
  const columns = [
    { key: "name", label: t("name") },
    { key: "email", label: t("email") },
    { key: "roles", label: t("roles") },
    { key: "state", label: t("state") },
    { key: "lastSeen", label: t("lastSeen") },
    { key: "change", label: t("change"), hideLabel: true },
  ];
  return (
    <Panel bare>
      <Table caption={t("title")} columns={columns}>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">{person.name}</th>
            <td className={styles.email}>
              {person.email}
              <small>
                {person.provider
                  ? t("ofProvider", { actor: person.actor })
                  : person.passkeys > 0 && t("passkeys", { count: person.passkeys })}
              </small>
            </td>
            <td>{person.roles.map((role) => frame(`roles.${role}`)).join(", ")}</td>
            <td>
              <StateTag tone={TONE[person.state]}>{t(`states.${person.state}`)}</StateTag>
            </td>
            <td data-one-line="">{person.lastSeen === null ? t("never") : times.full(person.lastSeen)}</td>
            <td>
              <Button aria-label={t("changeOf", { name: person.name })} onClick={() => onChange(person)}>
                {t("change")}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
