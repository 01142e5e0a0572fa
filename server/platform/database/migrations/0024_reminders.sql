-- Whether the shopper agreed to one reminder of this checkout by mail, which is not sent yet.
alter table checkouts add column remind boolean not null default false;

-- Links that continue a checkout on any device. Only a hash of the link's secret is stored.
create table checkout_links (
  secret_hash bytea primary key,
  checkout_id text not null references checkouts on delete cascade,
  expires_at timestamptz not null
);
create index checkout_links_expiry on checkout_links (expires_at);
create index checkout_links_checkout on checkout_links (checkout_id);
