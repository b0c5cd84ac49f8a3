-- The roles that a group gives to its members.
create table group_role (
  group_id uuid not null references account_group on delete cascade,
  role_id uuid not null references role on delete cascade,
  created_at timestamptz not null default now(),
  primary key (group_id, role_id)
);
create index group_role_of_role on group_role (role_id);

-- The roles from which an account has its permissions: its own ones, and those of its groups.
create view effective_role as
select r.account_id, r.role_id
from account_role r
union
select m.account_id, g.role_id
from account_group_member m
join group_role g on g.group_id = m.group_id;
