import { DESK_PASSWORD, deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");

test("a new link is created only after a confirmation that lists the consequences", async ({ browser, desk }) => {
  const admin = await desk.as(browser, "leitung@example.ch", "admin");
  const clara = await desk.as(browser, "clara@example.ch", "support");
  await desk.linkFor("neu@example.ch", ["support"]);
  await admin.getByRole("link", { name: w.frame.pages.people, exact: true }).click();
  const change = (name: string) => admin.getByRole("button", { name: w.people.changeOf.replace("{name}", name) });
  const question = admin.getByRole("alertdialog", { name: w.people.againTitle.replace("{name}", "clara") });
  const make = (name: string) =>
    admin.getByRole("dialog", { name }).getByRole("button", { name: w.people.inviteAgain });

  await change("clara").press("Enter");
  await make("clara").press("Enter");
  await expect(question).toContainText(w.people.again);
  await admin.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(change("clara")).toBeFocused();
  await clara.reload();
  await expect(clara.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();

  await change("clara").press("Enter");
  await make("clara").press("Enter");
  await question.getByRole("button", { name: w.people.inviteAgain }).press("Enter");
  const link = (await admin.locator("code").textContent()) ?? "";
  await expect(change("clara")).toBeFocused();
  await clara.reload();
  await expect(clara.getByRole("heading", { name: w.login.title })).toBeVisible();
  await clara.goto(link);
  await clara.getByLabel(w.login.invitation.password, { exact: true }).fill(DESK_PASSWORD);
  await clara.getByRole("button", { name: w.login.invitation.save }).click();
  await expect(clara.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();

  // A person who has never logged in loses only the old link.
  await change("neu").press("Enter");
  await make("neu").press("Enter");
  await expect(admin.getByRole("alertdialog")).toContainText(w.people.againInvited);
});
