-- The link by which a phone may send the picture of one checkout's document: one at a time, short-lived, its secret hashed.
create table photo_links (
  checkout_id text primary key references checkouts on delete cascade,
  secret_hash bytea not null unique,
  -- For whom it was made: another person who takes the checkout does not get this one's picture.
  person_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index photo_links_expires on photo_links (expires_at);
