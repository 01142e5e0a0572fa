import { CancelButton, DeskDialog } from "#desk/app/DeskDialog.tsx";
import styles from "./PeoplePage.module.css";
import { useState } from "react";
import type { People, Person } from "#contract/desk/people-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { DESK_ROLES, type DeskRole } from "#core/desk/roles.ts";
import { FieldGroup } from "#web/kit/Field.tsx";

type Props = {
  readonly person: Person;
  readonly onDone: (name: string, people: People) => void;
  readonly onClose: () => void;
};

/** Asks before a new link is created for a person, because the link replaces every other login method. */
export function NewLinkDialog({ person: { id, name, state }, onDone, onClose }: Props) {
  const t = useTexts("people");
  const textOf = useFailureText();
  const { mutateAsync, isPending } = useChange("changePerson", []);
  const [error, setError] = useState<string | null>(null);
  const make = async () => {
    const result = await mutateAsync({ params: { id }, body: { what: "inviteAgain" } });
    if (result.ok) onDone(name, result.value);
    else setError(textOf(result.failure));
  };
  return (
    <DeskDialog
      tone="warn"
      title={t("againTitle", { name })}
      onClose={onClose}
      actions={
        <>
          <Button tone="danger" aria-busy={isPending} onClick={make}>
            {t("inviteAgain")}
          </Button>
          <CancelButton onClose={onClose} />
        </>
      }
    >
      <p>{t(state === "invited" ? "againInvited" : "again")}</p>
      {error && <Alert tone="warn">{error}</Alert>}
    </DeskDialog>
  );
}

type RolesProps = {
  readonly chosen: readonly DeskRole[];
  readonly onChange: (roles: readonly DeskRole[]) => void;
  readonly error?: string | undefined;
};

/** Checkboxes for a person's roles, each with a description of its permits. */
export function RolesField({ chosen, onChange, error }: RolesProps) {
  const t = useTexts("people");
  const frame = useTexts("frame");
  const toggle = (role: DeskRole, on: boolean) =>
    onChange(DESK_ROLES.filter((each) => (each === role ? on : chosen.includes(each))));
  return (
    <FieldGroup label={t("roles")} error={error}>
      {DESK_ROLES.map((role) => (
        <label key={role} className={styles.role}>
          <input
            type="checkbox"
            checked={chosen.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
          />
          <span>
            {frame(`roles.${role}`)}
            <small>{t(`roleAbout.${role}`)}</small>
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}
