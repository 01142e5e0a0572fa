-- The names of what was attached to a mail; the list shows them, the files themselves are not kept.
alter table sandbox_messages add column attachments text[] not null default '{}';
