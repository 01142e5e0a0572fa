-- A keyed hash of the network from which a shopper entered, so that one network cannot keep all pieces from the others.
alter table launch_places add column network bytea;
