import { CancelButton, DeskDialog } from "#desk/app/DeskDialog.tsx";
import styles from "./PeoplePage.module.css";
import { useState } from "react";
import type { People, Person } from "#contract/desk/people-answers.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { RolesField } from "./parts.tsx";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import { cx } from "#web/kit/cx.ts";

type Props = { readonly onDone: (name: string, people: People) => void; readonly onClose: () => void };
type Mistakes = { readonly name?: string; readonly email?: string; readonly roles?: string };

/** A dialog to invite a person: name, e-mail and roles. */
export function InviteDialog({ onDone, onClose }: Props) {
  const t = useTexts("people");
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("invite", []);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<readonly DeskRole[]>([]);
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [error, setError] = useState<string | null>(null);

  const send = async () => {
    if (isPending) return;
    setError(null);
    const found: Mistakes = {
      ...(name.trim() === "" && { name: t("nameMissing") }),
      ...(!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email.trim()) && { email: t("emailWrong") }),
      ...(roles.length === 0 && { roles: t("rolesMissing") }),
    };
    setMistakes(found);
    if (Object.keys(found).length > 0) return;
    const result = await mutateAsync({ body: { name: name.trim(), email: email.trim(), roles: [...roles] } });
    if (result.ok) onDone(name.trim(), result.value);
    else setError(textOf(result.failure));
  };
  return (
    <TypingDialog title={t("invite")} onClose={onClose}>
      <Form className={styles.form} onSubmit={send}>
        <TextField
          name="invite-name"
          label={t("name")}
          maxLength={100}
          autoComplete="off"
          error={mistakes.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          name="invite-email"
          label={t("email")}
          type="email"
          maxLength={254}
          autoComplete="off"
          error={mistakes.email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <RolesField chosen={roles} onChange={setRoles} error={mistakes.roles} />
        {error && <Alert tone="warn">{error}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" tone="main" aria-busy={isPending}>
            {t("send")}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}

type ChangeProps = {
  readonly person: Person;
  readonly onDone: (name: string, people: People) => void;
  /** Opens the question whether to make a new link. */
  readonly onAskLink: () => void;
  readonly onClose: () => void;
};

/** A dialog to change a person's roles, or whether and how the person can log in. */
export function ChangeDialog({ person, onDone, onAskLink, onClose }: ChangeProps) {
  const t = useTexts("people");
  const frame = useTexts("frame");
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("changePerson", []);
  const [roles, setRoles] = useState(person.roles);
  const [mistake, setMistake] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const change = async (body: SentDeskBody<"changePerson">) => {
    if (isPending) return;
    setError(null);
    setMistake(undefined);
    const result = await mutateAsync({ params: { id: person.id }, body });
    if (result.ok) onDone(person.name, result.value);
    else setError(textOf(result.failure));
  };
  const saveRoles = () => {
    setError(null);
    if (roles.length === 0) return setMistake(t("rolesMissing"));
    void change({ what: "roles", roles: [...roles] });
  };
  return (
    <DeskDialog title={person.name} onClose={onClose} ignoreOutsideClick>
      <div className={styles.form}>
        <p>{person.email}</p>
        {person.provider ? (
          <p>{t("rolesOfProvider", { roles: person.roles.map((role) => frame(`roles.${role}`)).join(", ") })}</p>
        ) : (
          <>
            <RolesField chosen={roles} onChange={setRoles} error={mistake} />
            <div>
              <Button tone="main" aria-busy={isPending} onClick={saveRoles}>
                {t("saveRoles")}
              </Button>
            </div>
          </>
        )}
        <div className={person.provider ? styles.buttons : cx(styles.buttons, styles.apart)}>
          {person.state === "active" && (
            <Button onClick={() => change({ what: "endSessions" })}>{t("endSessions")}</Button>
          )}
          {person.state === "disabled" ? (
            <Button onClick={() => change({ what: "enable" })}>{t("enable")}</Button>
          ) : (
            <>
              {!person.provider && <Button onClick={onAskLink}>{t("inviteAgain")}</Button>}
              <Button tone="danger" onClick={() => change({ what: "disable" })}>
                {t("disable")}
              </Button>
            </>
          )}
        </div>
        {error && <Alert tone="warn">{error}</Alert>}
      </div>
    </DeskDialog>
  );
}
