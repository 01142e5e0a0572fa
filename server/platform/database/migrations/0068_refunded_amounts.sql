-- What went back of a payment in total, in Rappen; null for refunds of earlier versions.
alter table payments add column refunded_amount integer;
