-- A file, or a folder as a zip, that tasks name and runs get.
create table resource (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  name text not null,
  description text,
  file boolean not null,
  blob_hash text not null references blob,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint resource_name_once unique (workspace_id, name)
);
create index resource_of_tenant on resource (tenant_id);
create index resource_of_blob on resource (blob_hash);

-- Which tasks name a resource: `task.resources` leads from the name in the job to the id.
create index task_of_resource on task using gin (jsonb_path_query_array(resources, '$.*'));

-- The resources of a run with the content that they had when it was accepted.
alter table task_execution add column resources jsonb not null default '[]';
