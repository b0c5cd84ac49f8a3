-- Service accounts: accounts of programs. Their row of account has the type SERVICE, the id as login, and the name as first name.
create table service_account (
  account_id uuid primary key,
  permissions text[] not null,
  last_used_at timestamptz,
  last_used_api text,
  constraint service_account_account_id_fkey foreign key (account_id) references account (id) on delete cascade
);

create table service_account_secret (
  id uuid primary key,
  account_id uuid not null,
  hash bytea not null,
  -- The last characters of the secret, by which people tell the secrets of an account apart.
  hint text not null,
  created_at timestamptz not null default now(),
  constraint service_account_secret_account_id_fkey foreign key (account_id) references service_account (account_id) on delete cascade,
  constraint service_account_secret_hash_once unique (hash)
);
create index service_account_secret_of_account on service_account_secret (account_id);

create unique index service_account_name_once on account (tenant_id, first_name) where user_type = 'SERVICE';

-- A version keeps the id, the login and the type of its publisher after the account is gone.
alter table artifact_version drop constraint artifact_version_publisher_id_fkey;
drop index artifact_version_of_publisher;
