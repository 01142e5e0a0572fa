import { useState } from "react";
import { useLocale } from "use-intl";
import { labelled } from "#core/text/labelled.ts";
import { TextButton } from "./Button.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

/** A password field with a button to show the password. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: TextFieldProps & { readonly showLabel: string; readonly hideLabel: string }) {
  const locale = useLocale();
  const [shown, setShown] = useState(false);
  const word = shown ? hideLabel : showLabel;
  return (
    <TextField
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <TextButton
          aria-label={labelled(word, rest.label, locale)}
          aria-controls={rest.name}
          onClick={() => setShown(!shown)}
        >
          {word}
        </TextButton>
      }
    />
  );
}
