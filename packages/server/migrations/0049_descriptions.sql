-- Descriptions of groups and roles, which the tenant API has.
alter table account_group
  add column description text not null default '';
alter table role
  add column description text not null default '';
