-- The number of the order that had the transfer of the number under way when this report came; such a report about another order does not count. Null for a report that counts.
alter table order_reports add column transfer_blocked_by text;
