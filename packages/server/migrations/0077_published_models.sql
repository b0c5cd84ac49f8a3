-- The address of a picture of a user, as the caller has sent it.
alter table account
  add column picture text,
  add constraint account_picture check (length(picture) <= 2048);

-- The words of an object, in our spelling, that were written in that of the published product. Its answers spell them as they were written.
alter table role
  add column vendor_words text[] not null default '{}';
alter table service_account
  add column vendor_words text[] not null default '{}';
alter table oauth_client
  add column vendor_words text[] not null default '{}';
alter table webhook
  add column vendor_words text[] not null default '{}';
alter table webhook_listener
  add column vendor_words text[] not null default '{}';
-- Whether the body has these words. It is that of the first attempt, so that a repeat has the same bytes.
alter table webhook_delivery
  add column vendor_words boolean not null default false;
