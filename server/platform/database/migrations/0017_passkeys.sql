-- Passkeys (WebAuthn): a second way to log in. The private key never leaves the customer's device.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  -- The authenticator's own id, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's count of uses; 0 where it has none. A lower one than before means a copied key.
  sign_count bigint not null,
  transports text[] not null,
  -- Such as 'Firefox, Windows': where it was added.
  device text,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Challenges that were sent and not answered yet. An answer takes its challenge away.
create table passkey_challenges (
  challenge text primary key,
  -- Who adds a passkey; null for a login.
  account_id uuid references accounts on delete cascade,
  expires_at timestamptz not null
);
