-- Where a checkout came from: `shop`, `link`, `link:<word>`, `agent:<host>`. It names no person.
alter table checkouts add column source text not null default 'shop';
