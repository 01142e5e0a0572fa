import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import server from "#locales/de/server.json" with { type: "json" };
import { NEW_PASSWORD } from "../support/stored.ts";
import { answerOnce, failOnce } from "./support/answers.ts";
import { newEmail } from "./support/emails.ts";
import { openStep, reload } from "./support/open.tsx";
import { field } from "./support/steps.ts";
import { words } from "./support/words.ts";

const text = words.order.esim;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const code = () => page.getByRole("img", { name: text.qr });

/** Opens the thank-you page of a SIM-only eSIM. */
const openThanks = (email = newEmail()) => openStep("7", { path: "/mobile/SIMONLY20", email, form: { simType: "1" } });

test("the eSIM is shown on demand with QR code, links and a code to copy, and can be hidden again", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openThanks();
  await expect.element(button(text.show)).toBeVisible();
  expect(code().query()).toBeNull();
  await button(text.show).click();
  await expect.element(code()).toBeVisible();
  await expect.element(page.getByRole("group", { name: text.shown })).toHaveFocus();
  await page.getByText(text.byHand).click();
  const activation = document.querySelector("code")?.textContent ?? "";
  expect(activation).toMatch(/^LPA:1\$smdp\.sandbox\.example\$[0-9A-F]{40}$/);
  await page.getByRole("button", { name: `${text.copy}: ${text.code}` }).click();
  expect(copied).toHaveBeenCalledWith(activation);
  await expect.element(page.getByText(text.copied).first()).toBeVisible();
  copied.mockRestore();
  for (const [name, host] of [
    [text.ios, "esimsetup.apple.com"],
    [text.android, "esimsetup.android.com"],
  ] as const)
    await expect
      .element(page.getByRole("link", { name }))
      .toHaveAttribute("href", `https://${host}/esim_qrcode_provisioning?carddata=${encodeURIComponent(activation)}`);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain("LPA:");
  await button(text.hide).click();
  await expect.element(page.getByText(activation)).not.toBeInTheDocument();
  await expect.element(button(text.show)).toHaveFocus();
  await reload();
  await button(text.show).click();
  await expect.element(code()).toBeVisible();
});

test("an eSIM in preparation appears without a reload", async () => {
  await openThanks();
  answerOnce("esim", { state: "preparing" });
  answerOnce("esim", { state: "ready", activationCode: "LPA:1$smdp.example.ch$ABC" });
  await button(text.show).click();
  await expect.element(page.getByText(text.preparing)).toBeVisible();
  await expect.element(code()).toBeVisible();
});

test("the state of the eSIM on the phone is shown beside it", async () => {
  await openThanks();
  answerOnce("order", (ofShop) => ({ ...ofShop, esim: "downloaded" }));
  await reload();
  await expect.element(page.getByText(text.downloaded)).toBeVisible();
  answerOnce("order", (ofShop) => ({ ...ofShop, esim: "installed" }));
  await reload();
  await expect.element(page.getByRole("region", { name: text.title }).getByText(text.installed)).toBeVisible();
});

test("a failed eSIM and an unavailable server show what to do", async () => {
  await openThanks();
  failOnce("esim", { status: 503, body: { error: "REQUEST_FAILED_SERVER_ERROR" } });
  answerOnce("esim", { state: "failed" });
  await button(text.show).click();
  await expect.element(page.getByText(text.error)).toBeVisible();
  await button(text.again).click();
  await expect.element(page.getByText(text.failed)).toBeVisible();
  await expect.element(page.getByRole("region", { name: text.title })).toHaveFocus();
  await expect.element(page.getByRole("link", { name: text.call.replace("{phone}", "0800 784 784") })).toBeVisible();
});

test("after the login has ended, the password gives access to the eSIM", async () => {
  const email = newEmail();
  await openThanks(email);
  for (const storage of [sessionStorage, localStorage]) storage.removeItem("kasse.token");
  await reload();
  await button(text.show).click();
  await expect.element(page.getByText(text.loginTitle)).toBeVisible();
  const password = field(text.password.replace("{email}", email));
  await expect.element(password).toHaveFocus();
  await button(text.logIn).click();
  await expect.element(page.getByText(text.missing)).toBeVisible();
  await expect.element(password).toHaveFocus();
  await password.fill("nicht das richtige");
  await button(text.logIn).click();
  await expect.element(page.getByText(server.account.passwordWrong)).toBeVisible();
  await password.fill(NEW_PASSWORD);
  await button(text.logIn).click();
  await expect.element(code()).toBeVisible();
});
