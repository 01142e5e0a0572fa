-- An account lists its orders.
create index orders_account on orders (account_id, created_at);
