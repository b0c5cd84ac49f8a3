-- Passwords of people, as argon2id in PHC form.
create table account_password (
  account_id uuid primary key references account (id) on delete cascade,
  hash text not null,
  set_at timestamptz not null default now()
);

-- A sign-in of a person in one browser. The secret is in a cookie, and its keyed hash here.
create table sign_in_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  constraint sign_in_session_hash_once unique (hash)
);
create index sign_in_session_of_account on sign_in_session (account_id);

-- Links by which a person sets a password once. The token is in the link only.
create table password_link (
  hash bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint password_link_kind check (kind in ('invitation', 'reset'))
);
create index password_link_of_account on password_link (account_id);

-- Addresses from which an account has signed in. Failures elsewhere do not count against them.
create table known_address (
  account_id uuid not null references account (id) on delete cascade,
  address text not null,
  last_used_at timestamptz not null default now(),
  constraint known_address_pkey primary key (account_id, address)
);

-- Tries that may be wrong, counted by a keyed hash of what they have in common: an address, a login, or both.
create table attempt_budget (
  key bytea primary key,
  -- The moment at which the budget is full again.
  full_at timestamptz not null
);
