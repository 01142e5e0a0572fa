-- concurrent
-- What the metrics ask for every few seconds: each index holds only the rows that wait for something, and stays small.
drop index concurrently if exists handovers_undelivered;
create index concurrently handovers_undelivered on handovers (created_at) where delivered_at is null;
drop index concurrently if exists payments_refunds;
create index concurrently payments_refunds on payments (refund_requested_at)
  where refund_requested_at is not null and state in ('paid', 'ordered');
drop index concurrently if exists orders_held;
create index concurrently orders_held on orders (created_at) where status = 'onHold';
drop index concurrently if exists esims_unfinished;
create index concurrently esims_unfinished on esims (state) where state in ('ordered', 'cancelling', 'failed');
