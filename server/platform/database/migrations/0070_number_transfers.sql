-- Phone numbers whose transfer an order has under way: at most one order for a number. `until`: when the row lapses, if nobody reports how the transfer went.
create table number_transfers (
  msisdn text primary key,
  order_number text not null unique references orders (number) on delete cascade deferrable initially deferred,
  until timestamptz not null
);

-- Those of orders of earlier versions. If several have the same number, the first one counts.
insert into number_transfers (msisdn, order_number, until)
select distinct on (msisdn) msisdn, number, until from (
  select '41' || right(regexp_replace(o.customer->>'mnpMsisdn', '\D', '', 'g'), 9) as msisdn, o.number, o.created_at,
    greatest(o.created_at, case when o.customer->>'mnpDate' ~ '^\d{4}-\d\d-\d\d$' then (o.customer->>'mnpDate')::timestamptz end)
      + interval '60 days' as until
  from orders o
  where o.customer->>'mnp' = 'true' and o.status <> 'cancelled' and o.created_at > now() - interval '240 days'
    and coalesce((
      select r.transfer from order_reports r where r.order_id = o.id and r.transfer is not null
      order by r.at desc, r.received_at desc limit 1), 'requested') not in ('completed', 'refused')) as transfers
where length(msisdn) = 11 and until > now()
order by msisdn, created_at;
