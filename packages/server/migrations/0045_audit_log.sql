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

-- This month and the next one, so that the timer that makes partitions moves no entries while others are written.
do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
  bounds uuid[];
begin
  for later in 0..1 loop
    -- The smallest ids of version 7 of both moments.
    select array_agg((lpad(to_hex((extract(epoch from bound at time zone 'UTC') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid order by bound)
    into bounds
    from unnest(array[month, month + interval '1 month']) bound;
    execute format(
      'create table %I partition of audit_entry for values from (%L) to (%L)', 'audit_entry_' || to_char(month, 'YYYY_MM'), bounds[1], bounds[2]);
    month := month + interval '1 month';
  end loop;
end $$;

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
  mac bytea not null
);

create index audit_seal_of_month on audit_seal (month, place);

-- The key of the seals, encrypted under the key of the install. Its row is locked while entries are sealed.
create table audit_seal_key (
  id boolean primary key default true,
  key bytea not null,
  -- The newest month that retention has removed, and the HMAC of it.
  removed_month text,
  removed_mac bytea,
  constraint audit_seal_key_single check (id)
);

-- Sealed entries of a tenant in each hour since 1970, so that totals need not count them one by one.
create table audit_hour (
  tenant_id uuid not null,
  hour integer not null,
  entries integer not null,
  constraint audit_hour_pkey primary key (tenant_id, hour)
);
