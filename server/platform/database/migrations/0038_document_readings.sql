-- Who may have a document's picture read: whoever sent it, by a secret in the answer, of which this is the hash. A link for the phone has
-- the hash of the page that asked for it, and passes it on to the picture.
alter table documents add column reading_hash bytea;
alter table photo_links add column reading_hash bytea;
