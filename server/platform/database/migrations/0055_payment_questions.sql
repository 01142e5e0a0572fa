-- When the provider was last asked about a payment: it is asked at most once a second, however often the shop is.
alter table payments add column asked_at timestamptz;
