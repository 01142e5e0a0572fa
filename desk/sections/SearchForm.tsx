import { useState } from "react";
import { TextField } from "#web/kit/TextField.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Form } from "#desk/kit/Form.tsx";
import styles from "./SectionPage.module.css";

type Props = { readonly text: string; readonly onSearch: (text: string) => void };

/** Searches the rows of a page. */
export function SearchForm({ text, onSearch }: Props) {
  const t = useTexts("sections");
  const [typed, setTyped] = useState(text);
  return (
    <search>
      <Form className={styles.search} onSubmit={() => onSearch(typed.trim())}>
        <TextField
          name="section-search"
          label={t("search")}
          type="search"
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{t("find")}</Button>
        {text !== "" && <Button onClick={() => onSearch("")}>{t("clear")}</Button>}
      </Form>
    </search>
  );
}
