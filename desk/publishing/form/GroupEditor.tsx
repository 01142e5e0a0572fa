import { useForm, valueAt, type Path } from "./form-context.ts";
import { fieldOf, type GroupField } from "./schema.ts";
import styles from "./form.module.css";

type Props = { readonly fields: readonly GroupField[]; readonly path: Path; readonly value: unknown };

/** Returns a field's rank in a form: short fields come first, then amounts, then lists and texts. */
function rankOf({ name, schema }: GroupField): number {
  const { kind } = fieldOf(name, schema);
  if (kind !== "list" && kind !== "group" && kind !== "localText") return 0;
  return name === "prices" || name === "activation" || name === "periods" ? 1 : 2;
}

/** The fields of an entry. */
export function GroupEditor({ fields, path, value }: Props) {
  const { FieldEditor } = useForm();
  const ordered = fields.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <div className={styles.fields}>
      {ordered.map((field) => (
        <FieldEditor key={field.name} field={field} path={[...path, field.name]} value={valueAt(value, [field.name])} />
      ))}
    </div>
  );
}
