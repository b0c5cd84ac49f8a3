-- Attributes of a user that an identity provider has sent and that no column holds, such as addresses and further email addresses; null without any.
alter table account
  add column kept_attributes jsonb;
