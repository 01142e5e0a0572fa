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
  return (
    <TextField
      {...rest}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <TextButton aria-pressed={shown} aria-controls={rest.name} onClick={() => setShown(!shown)}>
          {shown ? hideLabel : showLabel}
        </TextButton>
      }
    />
  );
}
