-- The addresses from which the accounts of a tenant may call.
create table ip_allowlist (
  tenant_id uuid not null references tenant (id) on delete cascade,
  description text,
  enabled boolean not null,
  -- Another one after each change of the allowlist or its entries, so that processes know when their copy is outdated.
  version uuid not null,
  constraint ip_allowlist_once primary key (tenant_id)
);

create table ip_entry (
  id uuid primary key,
  tenant_id uuid not null references ip_allowlist (tenant_id) on delete cascade,
  description text not null,
  -- As it was written.
  ip text not null,
  -- What it means: two spellings of a range are one range.
  range cidr not null,
  -- Checked at the end of a statement, so that one statement can swap the ranges of two entries.
  constraint ip_entry_once unique (tenant_id, range) deferrable
);

-- The addresses from which accounts called lately: they show what an allowlist would refuse.
create table account_address (
  account_id uuid not null references account (id) on delete cascade,
  address inet not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, address)
);

create index account_address_last_seen on account_address (last_seen_at);
