-- Content kept in the blob store; `key` is its name there. A key is never used again, so that removing old content cannot hit new content.
create table blob (
  hash text primary key,
  key text not null,
  size bigint not null,
  touched_at timestamptz not null default now(),
  constraint blob_key_once unique (key)
);

create table artifact (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  type text not null,
  created_at timestamptz not null default now(),
  constraint artifact_name_once unique (workspace_id, name)
);

create table artifact_version (
  id uuid primary key,
  artifact_id uuid not null references artifact on delete cascade,
  version text not null,
  publisher_id uuid not null references account,
  publisher_login text not null,
  publisher_type text not null,
  marketplace_product text not null,
  description text,
  parameters jsonb not null,
  repository jsonb,
  layout text not null,
  blob_hash text not null references blob,
  created_at timestamptz not null default now(),
  constraint artifact_version_once unique (artifact_id, version),
  constraint artifact_version_layout check (layout in ('job-archive', 'millrace', 'inline'))
);
create index artifact_version_of_blob on artifact_version (blob_hash);
create index artifact_version_of_publisher on artifact_version (publisher_id);
