-- When accounts last used each of their tenant-wide permissions.
create table permission_use (
  account_id uuid not null references account (id) on delete cascade,
  permission text not null,
  last_used_at timestamptz not null,
  primary key (account_id, permission)
);

-- Since when uses are counted: before that, a permission without a use may have been used.
alter table tenant
  add column permissions_counted_since timestamptz not null default now();
