-- What the metrics ask for every few seconds: each index holds only the rows that wait for something, and stays small.
create index handovers_undelivered on handovers (created_at) where delivered_at is null;
create index payments_refunds on payments (refund_requested_at)
  where refund_requested_at is not null and state in ('paid', 'ordered');
create index orders_held on orders (created_at) where status = 'onHold';
create index esims_unfinished on esims (state) where state in ('ordered', 'cancelling', 'failed');
