import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");

test("a payment that could not be settled is listed, and becomes its order after a retry from the desk", async ({
  browser,
  desk,
}) => {
  await desk.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
    create trigger refuse before insert on orders for each row execute function refuse()`);
  await desk.sales.unreported("unsettled@example.ch", "PREPAID20");
  const [payment] = await desk.query(
    `update payments set expires_at = now() - interval '1 hour', next_check_at = now() + interval '1 day'
     where state = 'open' returning id`,
  );
  const page = await desk.as(browser, "fredi@example.ch", "finance");
  await page.goto(`${desk.url}/desk/waiting/unsettled`);
  const row = page.getByRole("row", { name: new RegExp(String(payment?.["id"])) });
  await row.getByRole("button", { name: w.waiting.retry.button }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: w.waiting.retry.button }).press("Enter");
  await expect(dialog.getByText(w.publishing.requests.reasonNeeded)).toBeVisible();
  await dialog.getByRole("textbox").fill("Die Festplatte hat wieder Platz");
  // Only a second Escape discards the typed text.
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: w.frame.typed.keep })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await expect(dialog.getByRole("textbox")).toHaveValue("Die Festplatte hat wieder Platz");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();
  await expect(row.getByRole("button", { name: w.waiting.retry.button })).toBeFocused();
  const retry = async () => {
    await row.getByRole("button", { name: w.waiting.retry.button }).click();
    await dialog.getByRole("textbox").fill("Die Festplatte hat wieder Platz");
    await dialog.getByRole("button", { name: w.waiting.retry.button }).click();
    await expect(page.getByText(w.waiting.retry.done)).toBeVisible();
  };
  await retry();
  await expect(row).toBeVisible();
  // The first attempt has failed: no job is left, and the next one is planned for later.
  await expect
    .poll(() =>
      desk.query(`select 1 from payments where id = '${String(payment?.["id"])}' and next_check_at > now()
        and not exists (select 1 from graphile_worker.jobs where task_identifier = 'settle-payments')`),
    )
    .toHaveLength(1);
  // Keeps the job that runs every minute from settling it first.
  await desk.query(
    `update payments set next_check_at = now() + interval '1 day' where id = '${String(payment?.["id"])}'`,
  );
  await desk.query("drop function refuse cascade");
  await retry();
  await expect(row).toBeHidden();
  const orders = await desk.query(`select 1 from orders where payment_id = '${String(payment?.["id"])}'`);
  expect(orders).toHaveLength(1);
});
