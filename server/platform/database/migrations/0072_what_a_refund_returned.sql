-- What Kasse itself returned of a payment, in Rappen: less than refunded_amount if a part had gone back before. Null for refunds of earlier versions.
alter table payments add column refunded_now integer;
