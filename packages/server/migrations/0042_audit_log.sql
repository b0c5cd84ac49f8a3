-- The record of changes (ADR 47). An entry is never changed. It is partitioned by month, as the history is (ADR 18).

-- The place of an entry in the chain of seals. A transaction takes a number only after it has its transaction id; the seals depend on this order.
create sequence audit_number;

create table audit_entry (
  id uuid not null,
  number bigint not null,
  -- No foreign keys: an entry outlives its account, and a check would cost as much as the index of a change.
  tenant_id uuid not null,
  account_id uuid,
  -- Section and operation, as in `service-accounts.delete-service-account`; sorts by byte, so that a section is a range.
  action text collate "C" not null,
  login text not null,
  email text not null,
  request_id text not null,
  client_address text not null,
  method text not null,
  url text not null,
  user_agent text,
  request_body text,
  status smallint not null,
  response_body text,
  constraint audit_entry_pkey primary key (tenant_id, id)
) partition by range (id);
create index audit_entry_of_action on audit_entry (tenant_id, action, id);
create index audit_entry_of_account on audit_entry (tenant_id, account_id, action, id);
create index audit_entry_of_number on audit_entry (number);

create table audit_entry_default partition of audit_entry default;

-- A block of entries that can no longer change unnoticed: those of one month whose numbers are above `after` and at most `until`.
create table audit_seal (
  sequence bigint primary key,
  month text not null,
  -- The number of the seal within its month, from 1, and the month of the seal before it.
  place integer not null,
  previous_month text,
  after bigint not null,
  until bigint not null,
  entries integer not null,
  digest bytea not null,
  previous bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null default now()
);

-- The key of the seals, encrypted under the key of the install. Its row is locked while entries are sealed.
create table audit_seal_key (
  id boolean primary key default true,
  key bytea,
  constraint audit_seal_key_single check (id)
);
insert into audit_seal_key (id) values (true);

-- Sealed entries of a tenant in each hour since 1970, so that totals need not count them one by one.
create table audit_hour (
  tenant_id uuid not null,
  hour integer not null,
  entries integer not null,
  constraint audit_hour_pkey primary key (tenant_id, hour)
);
