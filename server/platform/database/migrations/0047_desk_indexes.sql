-- concurrent
-- What the desk filters by. Neither grows with a purchase that is placed.
drop index concurrently if exists orders_cancelled;
create index concurrently orders_cancelled on orders (created_at) where status = 'cancelled';
drop index concurrently if exists orders_unpaid_created;
create index concurrently orders_unpaid_created on orders (created_at) where status = 'awaitingPayment';
