import { useState } from "react";
import { TextButton } from "./Button.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

/** A password field with a button to show the password. */
export function PasswordField({
  showLabel,
  hideLabel,
  ...rest
}: TextFieldProps & { readonly showLabel: string; readonly hideLabel: string }) {
  const [shown, setShown] = useState(false);
  const word = shown ? hideLabel : showLabel;
  return (
    <TextField
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <TextButton aria-label={`${word}: ${rest.label}`} aria-controls={rest.name} onClick={() => setShown(!shown)}>
          {word}
        </TextButton>
      }
    />
  );
}
