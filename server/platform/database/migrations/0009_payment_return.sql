-- What a provider adds to the address it sends the shopper back to; compared where it comes along.
alter table payments add column return_mac text;
