-- The ledger of stock (ADR 30): on_hand is the sum of an article's movements. Nothing is ever changed or removed in it.
create table stock_movements (
  id bigint generated always as identity primary key,
  article text not null,
  kind text not null check (kind in ('opening', 'received', 'counted', 'sold', 'returned', 'corrected')),
  pieces integer not null,
  -- The order of sold and returned pieces.
  order_number text,
  -- The warehouse's own id of a report: a repeated one is not counted again.
  event_id text,
  actor text not null,
  reason text,
  -- When it happened, which the warehouse may report later.
  at timestamptz not null,
  recorded_at timestamptz not null default now()
);
create index stock_movements_article on stock_movements (article, at);
create index stock_movements_order on stock_movements (order_number) where order_number is not null;
create unique index stock_movements_event on stock_movements (event_id) where event_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end $$;
create trigger stock_movements_kept before update or delete on stock_movements
  for each row execute function refuse_change();

-- How many movements Kasse has written. A change of on_hand that does not count one, by hand or by a process of an earlier Kasse, is written
-- into the ledger here. "loaded" is no longer read.
alter table stock add column entries integer not null default 0;
lock table stock in share row exclusive mode;
insert into stock_movements (article, kind, pieces, actor, reason, at)
  select article, 'opening', on_hand, 'Kasse', 'the ledger begins', now() from stock;
update stock set entries = 1;

create function stock_corrected() returns trigger language plpgsql as $$
begin
  insert into stock_movements (article, kind, pieces, actor, reason, at)
    select new.article, 'corrected', new.on_hand - coalesce(sum(pieces), 0), current_user, 'changed without the ledger', now()
    from stock_movements where article = new.article
    having new.on_hand <> coalesce(sum(pieces), 0);
  return null;
end $$;
create trigger stock_changed after update on stock for each row
  when (new.on_hand <> old.on_hand and new.entries = old.entries) execute function stock_corrected();
create trigger stock_inserted after insert on stock for each row
  when (new.entries = 0) execute function stock_corrected();

-- What was ordered to be sold from when on, and by whom.
create table catalogue_activations (
  id integer generated always as identity primary key,
  version integer not null references catalogues,
  starts_at timestamptz not null,
  actor text not null,
  ordered_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by text
);

-- A catalogue with prices that begin or end has a version for each time between, which is never changed: what was shown is priced by it.
alter table catalogues
  add column period_of integer references catalogues,
  add column period_from timestamptz;

-- The version on sale is the first whose time has come, in the order of the index: that of the latest activation, and of its latest period.
create table catalogue_sales (
  activation_id integer not null references catalogue_activations,
  version integer not null references catalogues,
  starts_at timestamptz not null,
  holds_from timestamptz not null,
  primary key (activation_id, holds_from)
);
create index catalogue_sales_current on catalogue_sales (starts_at desc, activation_id desc, holds_from desc);

insert into catalogue_activations (version, starts_at, actor, ordered_at)
  select version, loaded_at, 'Kasse', loaded_at from catalogues order by version;
insert into catalogue_sales (activation_id, version, starts_at, holds_from)
  select id, version, starts_at, starts_at from catalogue_activations;
