import { DESK_ROLES, type DeskRole } from "#core/desk/roles.ts";
import { FieldGroup } from "#web/kit/Field.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import styles from "./PeoplePage.module.css";

type Props = {
  readonly chosen: readonly DeskRole[];
  readonly onChange: (roles: readonly DeskRole[]) => void;
  readonly error?: string | undefined;
};

/** The roles of a person, each with what it may do. */
export function RolesField({ chosen, onChange, error }: Props) {
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
