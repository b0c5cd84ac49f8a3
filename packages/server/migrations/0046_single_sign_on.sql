-- Names that an identity provider sends, and the roles that people with such a name get when they sign in.
create table role_mapping (
  tenant_id uuid not null references tenant (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  constraint role_mapping_pkey primary key (tenant_id, name)
);

create table role_mapping_role (
  tenant_id uuid not null,
  name text not null,
  role_id uuid not null references role (id) on delete cascade,
  constraint role_mapping_role_pkey primary key (tenant_id, name, role_id),
  constraint role_mapping_role_of_mapping foreign key (tenant_id, name) references role_mapping (tenant_id, name) on delete cascade
);
create index role_mapping_role_of_role on role_mapping_role (role_id);
