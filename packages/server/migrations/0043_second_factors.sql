-- Time-based codes (RFC 6238). The secret is encrypted under the key of the install; the factor counts once it is confirmed by a code.
create table second_factor (
  account_id uuid primary key references account (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The step of the last accepted code: each code is accepted once.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references second_factor (account_id) on delete cascade,
  hash bytea not null,
  constraint recovery_code_pkey primary key (account_id, hash)
);
