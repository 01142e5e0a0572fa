-- A used link for a new password is removed, with all others of its account, instead of being marked.
delete from password_resets where used_at is not null;
alter table password_resets drop column used_at;
create index password_resets_account on password_resets (account_id);
