-- Who logs in at the desk (ADR 47): people of a login provider, passkeys, and refunds that are compared by people's ids.
alter table desk_people
  -- Who issued the identity, and the name there that is never given to anybody else. Null for people who were invited.
  add column issuer text,
  add column subject text,
  -- In the audit log, chosen at the first login. Null for people who were invited: their e-mail.
  add column actor text,
  add constraint desk_people_provider check ((issuer is null) = (subject is null) and (issuer is null) = (actor is null)),
  add constraint desk_people_one_way check (issuer is null or password_hash is null),
  drop constraint desk_people_email_key;
-- A provider may have two people with the same e-mail.
create unique index desk_people_email_key on desk_people (email) where issuer is null;
create unique index desk_people_subject on desk_people (issuer, subject);
create unique index desk_people_actor on desk_people (actor);

alter table desk_sessions
  add column id uuid not null default gen_random_uuid(),
  -- Begun with a passkey, or has added one.
  add column with_passkey boolean not null default false,
  -- The login at the provider that it belongs to, and the encrypted ID token, by which the provider ends it.
  add column sid text,
  add column id_token text;
create unique index desk_sessions_id on desk_sessions (id);

-- Logins that were begun at the provider and have not come back. What the browser's cookie has is kept as a hash.
create table desk_login_tries (
  secret_hash bytea primary key,
  return_to text not null,
  -- The login that the browser had, as the hash of its token. It ends with the new one.
  instead_of bytea,
  expires_at timestamptz not null
);
-- Logout tokens of the provider that were obeyed: none counts twice, and a login from before it that is still on its way does not begin.
create table desk_logout_tokens (
  issuer text not null,
  jti text not null,
  subject text,
  sid text,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);

create table desk_passkeys (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references desk_people (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  device text,
  created_at timestamptz not null,
  used_at timestamptz
);
create index desk_passkeys_person on desk_passkeys (person_id);
create table desk_passkey_challenges (
  challenge text primary key,
  -- Null: a login of anybody.
  person_id uuid references desk_people (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'login')),
  expires_at timestamptz not null
);

alter table desk_refund_requests
  add column asked_by_id uuid references desk_people (id),
  add column decided_by_id uuid references desk_people (id);
-- E-mails were unique until now.
update desk_refund_requests r set
  asked_by_id = (select id from desk_people p where p.email = r.asked_by),
  decided_by_id = (select id from desk_people p where p.email = r.decided_by);
-- Whoever asked for a refund never confirms it, whatever their names and e-mails are by then.
alter table desk_refund_requests add constraint desk_refund_requests_two_people
  check (not confirmed or (asked_by_id is not null and decided_by_id is not null and asked_by_id <> decided_by_id));
