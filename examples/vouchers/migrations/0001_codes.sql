-- What a code is worth: an amount in Rappen or a percentage, once or for a number of monthly bills.
create table vouchers_codes (
  code text primary key check (code = upper(code)),
  amount int check (amount > 0),
  percent int check (percent between 1 and 100),
  -- Null: once.
  months int check (months > 0),
  -- Codes of products; null: all.
  products text[],
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- How often it can be used in all, and by one person; null: as often as they like.
  in_all int check (in_all > 0),
  per_person int check (per_person > 0),
  created_at timestamptz not null default now(),
  check ((amount is null) <> (percent is null))
);

-- Purchases that use a code: held while they are paid, with an order afterwards.
create table vouchers_uses (
  checkout_id text not null,
  code text not null references vouchers_codes on delete cascade,
  email text not null,
  held_until timestamptz not null,
  order_number text,
  primary key (checkout_id, code)
);
create index on vouchers_uses (code);
create index on vouchers_uses (lower(email));
