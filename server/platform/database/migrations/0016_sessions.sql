-- A used link for a new password is removed, with all others of its account, instead of being marked.
delete from password_resets where used_at is not null;
alter table password_resets drop column used_at;
create index password_resets_account on password_resets (account_id);

-- Logins are listed to their owner, by an id that is not the secret and a coarse name of the device.
alter table tokens add column id uuid not null default gen_random_uuid() unique;
alter table tokens add column device text;
create index tokens_account on tokens (account_id);
