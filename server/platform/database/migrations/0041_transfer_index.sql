-- concurrent
-- The newest report about the transfer of an order's number.
drop index concurrently if exists order_reports_transfer;
create index concurrently order_reports_transfer on order_reports (order_id, at desc, received_at) where transfer is not null;
