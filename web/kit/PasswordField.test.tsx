import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import { PasswordField } from "./PasswordField.tsx";

const field = (autoComplete: string) =>
  renderToStaticMarkup(
    <IntlProvider locale="en-CH" messages={{}}>
      <PasswordField name="password" label="Password" showLabel="Show" hideLabel="Hide" autoComplete={autoComplete} />
    </IntlProvider>,
  );

test("a password is masked until its owner shows it", () => {
  expect(field("current-password")).toMatch(/<input[^>]* type="password"/);
  expect(field("current-password")).toContain('aria-label="Show: Password"');
});

test("a password manager can fill the field, and pasting works", () => {
  for (const kind of ["current-password", "new-password"]) {
    expect(field(kind)).toContain(`autoComplete="${kind}"`);
    expect(field(kind)).not.toMatch(/onpaste|maxlength|readonly/i);
  }
});
