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

-- People as the provider knows them. A person is bound at its first sign-in there.
create table openid_subject (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account (id) on delete cascade,
  bound_at timestamptz not null default now(),
  constraint openid_subject_pkey primary key (issuer, subject),
  constraint openid_subject_of_account unique (account_id, issuer)
);

-- Sign-ins that have begun at the provider. The hash is that of the state in the address and of the secret in the cookie of the browser.
create table openid_flow (
  hash bytea primary key,
  return_to text not null,
  expires_at timestamptz not null
);

-- Whether a membership came from the provider, which then also ends it.
alter table account_group_member
  add column from_provider boolean not null default false;
