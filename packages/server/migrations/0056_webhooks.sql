-- Webhooks (ADR 59).

-- Subscribers are of several kinds, so that event_subscription has no foreign key to them. A subscriber also goes with its user or its tenant.
create function end_event_subscriptions() returns trigger language plpgsql as $$
begin
  delete from event_subscription
  where subscriber_id = old.id
    and subscriber_kind = tg_argv[0];
  return null;
end $$;
create trigger webhook_subscription after delete on webhook
  for each row execute function end_event_subscriptions('webhook');

insert into role_permission (role_id, permission)
select id, 'SVC_WEBHOOK_MANAGEMENT'
from role
where built_in
  and name = 'TenantAdmin'
on conflict do nothing;

-- Programs under development that ask for events. Each has subscriptions of the kind listener.
create table webhook_listener (
  id uuid primary key,
  tenant_id uuid not null references tenant on delete cascade,
  account_id uuid not null references account on delete cascade,
  level text not null,
  event_types text[] not null,
  filter text,
  expires_at timestamptz not null,
  constraint webhook_listener_level check (level in ('tenant', 'user'))
);
create index webhook_listener_of_tenant on webhook_listener (tenant_id);
create index webhook_listener_of_account on webhook_listener (account_id);
create index webhook_listener_by_end on webhook_listener (expires_at);
create trigger webhook_listener_subscription after delete on webhook_listener
  for each row execute function end_event_subscriptions('listener');
