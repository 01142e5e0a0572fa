-- One name for what the shopper chose: the checkout record (docs/glossary.md).
alter table checkouts rename column asked to record;
alter table orders rename column asked to record;
