-- Notifications, the inbox and alerts (ADR 62, ADR 63).

-- What a user is notified of: one kind, everywhere or for one object.
create table notification_subscription (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  workspace_id uuid references workspace on delete cascade,
  task_id uuid references task on delete cascade,
  plan_id uuid references plan on delete cascade,
  engine_id uuid references engine on delete cascade,
  by_mail boolean not null,
  by_web boolean not null,
  constraint notification_subscription_scope check (num_nonnulls(workspace_id, task_id, plan_id, engine_id) <= 1)
);
create index notification_subscription_of_tenant on notification_subscription (tenant_id);
create index notification_subscription_of_account on notification_subscription (account_id);
create index notification_subscription_of_workspace on notification_subscription (workspace_id) where workspace_id is not null;
create index notification_subscription_of_task on notification_subscription (task_id) where task_id is not null;
create index notification_subscription_of_plan on notification_subscription (plan_id) where plan_id is not null;
create index notification_subscription_of_engine on notification_subscription (engine_id) where engine_id is not null;

-- Rules that open incidents.
create table alert_rule (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  -- The rule tells nothing that its owner may not see.
  owner_id uuid not null references account on delete cascade,
  name text not null,
  condition text not null,
  task_id uuid references task on delete cascade,
  plan_id uuid references plan on delete cascade,
  workspace_id uuid references workspace on delete cascade,
  environment_id uuid references environment on delete cascade,
  engine_id uuid references engine on delete cascade,
  bound_seconds integer,
  usual_factor double precision,
  success_seconds integer,
  -- Users may be deleted; a deleted one gets nothing.
  user_ids uuid[] not null,
  emails text[] not null,
  quiet_from time,
  quiet_to time,
  quiet_zone text,
  repeat_minutes integer not null,
  enabled boolean not null,
  snoozed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint alert_rule_target check (num_nonnulls(task_id, plan_id, workspace_id, environment_id, engine_id) = 1),
  constraint alert_rule_condition check (condition in ('run_failed', 'run_long', 'run_absent', 'engine_lost')),
  constraint alert_rule_quiet check (num_nonnulls(quiet_from, quiet_to, quiet_zone) in (0, 3))
);
create index alert_rule_of_tenant on alert_rule (tenant_id);
create index alert_rule_of_owner on alert_rule (owner_id);
create index alert_rule_of_task on alert_rule (task_id) where task_id is not null;
create index alert_rule_of_plan on alert_rule (plan_id) where plan_id is not null;
create index alert_rule_of_workspace on alert_rule (workspace_id) where workspace_id is not null;
create index alert_rule_of_environment on alert_rule (environment_id) where environment_id is not null;
create index alert_rule_of_engine on alert_rule (engine_id) where engine_id is not null;

-- A time in which the condition of a rule holds for a target.
create table alert_incident (
  id uuid primary key,
  rule_id uuid not null references alert_rule on delete cascade,
  -- The task, plan or engine; of a late run, the execution. No reference: an incident outlives it.
  target_id uuid not null,
  -- The kind of its messages, such as task.run.failed.
  kind text not null,
  name text not null,
  space_id uuid,
  environment_id uuid not null,
  execution_id uuid,
  error text,
  failures integer not null default 1,
  opened_at timestamptz not null default now(),
  -- The last message about it while it was open.
  told_at timestamptz,
  ended_at timestamptz
);
-- However many processes see the condition, one incident opens.
create unique index alert_incident_open on alert_incident (rule_id, target_id) where ended_at is null;
create index alert_incident_of_rule on alert_incident (rule_id, id);

-- Addresses to which messages of a subscription or of a rule are posted.
create table notification_transport (
  id uuid primary key,
  subscription_id uuid references notification_subscription on delete cascade,
  rule_id uuid references alert_rule on delete cascade,
  -- slack, teams or webhook.
  type text not null,
  host text not null,
  -- Encrypted: such addresses contain secrets.
  url bytea not null,
  constraint notification_transport_owner check (num_nonnulls(subscription_id, rule_id) = 1)
);
create index notification_transport_of_subscription on notification_transport (subscription_id) where subscription_id is not null;
create index notification_transport_of_rule on notification_transport (rule_id) where rule_id is not null;

-- Messages to send: a job sends each. They are written in the transaction of what they tell, and kept for a week.
create table notification_message (
  id uuid primary key,
  -- The account whose rights decide what the message may tell: the recipient, or the owner of the rule.
  account_id uuid not null references account on delete cascade,
  -- The subscription or the rule.
  source_id uuid not null,
  -- The receiver: an account, a mail address or a transport.
  receiver text not null,
  email text,
  transport_id uuid references notification_transport on delete cascade,
  entries jsonb not null,
  -- The end of the quiet hours that hold it back.
  held_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
-- A message that is held back takes further entries.
create unique index notification_message_held on notification_message (source_id, receiver) where held_until is not null;
create index notification_message_of_account on notification_message (account_id);
create index notification_message_of_transport on notification_message (transport_id) where transport_id is not null;
create index notification_message_created on notification_message (created_at);

-- The inbox of a user.
create table web_notification (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  body text not null,
  href text not null,
  action text not null,
  resource_type text not null,
  resource_id uuid not null,
  space_id uuid,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index web_notification_of_account on web_notification (account_id, id);
create index web_notification_unread on web_notification (account_id) where not is_read;
create index web_notification_created on web_notification (created_at);
