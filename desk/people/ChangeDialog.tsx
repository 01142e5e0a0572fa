import { useState } from "react";
import type { People, Person } from "#contract/desk/people-answers.ts";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { cx } from "#web/kit/cx.ts";
import { Dialog } from "#web/kit/Dialog.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/failure-text.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { RolesField } from "./RolesField.tsx";
import styles from "./PeoplePage.module.css";

type Props = {
  readonly person: Person;
  readonly onDone: (name: string, people: People) => void;
  /** Asks whether a new link is to be made. */
  readonly onAskLink: () => void;
  readonly onClose: () => void;
};

/** Changes the roles of a person, or whether and how they may log in. */
export function ChangeDialog({ person, onDone, onAskLink, onClose }: Props) {
  const t = useTexts("people");
  const frame = useTexts("frame");
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("changePerson", []);
  const [roles, setRoles] = useState(person.roles);
  const [mistake, setMistake] = useState<string>();
  const [error, setError] = useState<string | null>(null);
  const change = async (body: SentDeskBody<"changePerson">) => {
    if (isPending) return;
    const result = await mutateAsync({ params: { id: person.id }, body });
    if (result.ok) onDone(person.name, result.value);
    else setError(textOf(result.failure));
  };
  const saveRoles = () => {
    if (roles.length === 0) return setMistake(t("rolesMissing"));
    void change({ what: "roles", roles: [...roles] });
  };
  return (
    <Dialog title={person.name} onClose={onClose} closeLabel={frame("close")} ignoreOutsideClick>
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
    </Dialog>
  );
}
