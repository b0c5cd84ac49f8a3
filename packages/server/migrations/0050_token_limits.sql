-- How long personal access tokens of a tenant may live, as a duration of ISO 8601, and how many a user may have. No row and null: no limit.
create table token_limit (
  tenant_id uuid primary key references tenant on delete cascade,
  max_expiry text,
  max_per_user integer
);

-- The last change of its name; null: none.
alter table personal_access_token
  add column updated_at timestamptz;
