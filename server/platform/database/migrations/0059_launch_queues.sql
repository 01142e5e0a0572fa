-- Queues of shoppers in front of a product that many want at once. `product` as `device/AARE5`. Places are numbered from 1;
-- those up to `admitted` may enter. `credit_since`: from when the time counts for further admissions.
create table launch_queues (
  product text primary key,
  last_place integer not null,
  admitted integer not null default 0,
  credit_since timestamptz not null
);

-- Places that were admitted, with the checkout that was begun. A place is removed when its checkout is
-- ordered or idle, or when nobody came. `uses`: how often its ticket began a checkout.
create table launch_places (
  product text not null references launch_queues on delete cascade,
  place integer not null,
  admitted_at timestamptz not null,
  checkout_id text,
  uses integer not null default 0,
  primary key (product, place)
);
create index launch_places_admitted_at on launch_places (admitted_at);
