-- The catalogue: its connections, datasets with columns, samples, quality and trust, and custom attributes (ADR 65).

-- What the catalogue adds to a connection. Name, parameters and secrets are those of the connection.
create table catalog_connection (
  connection_id uuid primary key references connection on delete cascade,
  tenant_id uuid not null references tenant on delete cascade,
  -- The id of the connection type: base64 of plugin#family#datastore#name.
  type_id text not null,
  description text,
  -- The engine that reads the data; null for the built-in one.
  engine_id uuid references engine on delete set null,
  tags text[] not null,
  enabled boolean not null,
  -- Whether the catalogue may store rows of its tables.
  keeps_samples boolean not null,
  -- Without references: a connection outlives these accounts.
  owner_id uuid not null,
  created_by uuid not null,
  updated_by uuid not null,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index catalog_connection_of_tenant on catalog_connection (tenant_id);
create index catalog_connection_of_engine on catalog_connection (engine_id);

create table dataset (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  -- A connection with datasets cannot be deleted.
  connection_id uuid not null references catalog_connection,
  -- The name within the connection, such as schema.table.
  technical_name text not null,
  -- TABLE, VIEW or FILE.
  kind text not null,
  label text not null,
  description text,
  certification text not null default 'none',
  certified_by uuid,
  certified_at timestamptz,
  enabled boolean not null default true,
  is_draft boolean not null default false,
  is_nested boolean not null default false,
  tags text[] not null default '{}',
  properties jsonb not null default '{}',
  version integer not null default 0,
  -- Without references: a dataset outlives these accounts.
  owner_id uuid not null,
  created_by uuid not null,
  updated_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A digest of what a crawl has observed: an unchanged table is not read again.
  fingerprint text,
  -- A digest of the paths and types of the columns.
  schema_digest text not null,
  observed_at timestamptz,
  -- Set by a complete listing that no longer had the table.
  vanished_at timestamptz,
  -- Counts of values of the sample; null without a sample.
  quality_invalid integer,
  quality_empty integer,
  quality_valid integer,
  -- Runs that have read it.
  uses integer not null default 0,
  trust_score double precision,
  -- The five axes by name, from 0 to 100.
  trust_axes jsonb,
  -- The words of its names, descriptions, columns, tags and attributes.
  words tsvector not null default '',
  constraint dataset_technical_name_once unique (connection_id, technical_name),
  constraint dataset_certification check (certification in ('none', 'pending', 'certified'))
);
create index dataset_of_tenant on dataset (tenant_id, schema_digest);
create index dataset_words on dataset using gin (words);

create table dataset_column (
  dataset_id uuid not null references dataset on delete cascade,
  path text not null,
  position integer not null,
  -- TEXT, INTEGER, NUMBER, BOOLEAN, DATE, TIMESTAMP, TIME, BINARY, OBJECT, LIST or OTHER.
  type text not null,
  -- The type in the words of the database.
  native_type text,
  is_nullable boolean,
  is_key boolean not null default false,
  -- The comment of the database, and the description by people.
  comment text,
  description text,
  semantic_type text,
  quality_invalid integer,
  quality_empty integer,
  quality_valid integer,
  constraint dataset_column_pkey primary key (dataset_id, path)
);

-- Rows of the sample, in blocks. A row is a list of texts and nulls in the order of the columns.
create table dataset_sample (
  dataset_id uuid not null references dataset on delete cascade,
  number integer not null,
  column_paths text[] not null,
  cells jsonb not null,
  sampled_at timestamptz not null default now(),
  constraint dataset_sample_pkey primary key (dataset_id, number)
);

create table dataset_favorite (
  dataset_id uuid not null references dataset on delete cascade,
  account_id uuid not null references account on delete cascade,
  constraint dataset_favorite_pkey primary key (account_id, dataset_id)
);
create index dataset_favorite_of_dataset on dataset_favorite (dataset_id);

create table dataset_rating (
  dataset_id uuid not null references dataset on delete cascade,
  account_id uuid not null references account on delete cascade,
  -- From 0 to 1.
  rating double precision not null,
  constraint dataset_rating_pkey primary key (dataset_id, account_id)
);
create index dataset_rating_of_account on dataset_rating (account_id);

-- The trust scores of a dataset; a row for each change.
create table dataset_trust_score (
  id uuid primary key,
  dataset_id uuid not null references dataset on delete cascade,
  scored_at timestamptz not null default now(),
  score double precision not null,
  axes jsonb not null
);
create index dataset_trust_score_of_dataset on dataset_trust_score (dataset_id, id);

create table custom_attribute (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  business_id text not null,
  label text not null,
  description text,
  -- text or enum.
  type text not null,
  mandatory boolean not null,
  -- The values of an enum.
  choices text[] not null,
  defaults text[] not null,
  -- Without references: a definition outlives these accounts.
  created_by uuid not null,
  updated_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint custom_attribute_label_once unique (tenant_id, label),
  constraint custom_attribute_business_id_once unique (tenant_id, business_id)
);

create table custom_attribute_value (
  attribute_id uuid not null references custom_attribute on delete cascade,
  dataset_id uuid not null references dataset on delete cascade,
  "values" text[] not null,
  constraint custom_attribute_value_pkey primary key (dataset_id, attribute_id)
);
create index custom_attribute_value_of_attribute on custom_attribute_value (attribute_id);

-- Semantic types of a tenant, beside the built-in ones.
create table semantic_type (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  name text not null,
  description text,
  -- REGEX or DICTIONARY.
  kind text not null,
  expression text,
  words text[],
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint semantic_type_name_once unique (tenant_id, name)
);
