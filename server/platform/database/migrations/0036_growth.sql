-- concurrent
-- Orders whose identity data is still to be removed some day: the nightly purge looks at no others.
drop index concurrently if exists orders_with_identity;
create index concurrently orders_with_identity on orders (created_at)
  where customer ?| array['sealed', 'identifiedBy', 'idNo', 'issuer', 'issueDate', 'validUntil', 'puk'];
