-- What identity providers keep about users, groups and roles by SCIM: their own id, and the name that they display for a user.
alter table account
  add column external_id text,
  add column display_name text;
alter table account_group
  add column external_id text,
  add column updated_at timestamptz not null default now();
alter table role
  add column external_id text,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
