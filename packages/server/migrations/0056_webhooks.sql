-- Webhooks (ADR 59).

-- Subscribers are of several kinds, so that event_subscription has no foreign key to them. A webhook also goes with its user or its tenant.
create function end_webhook_subscriptions() returns trigger language plpgsql as $$
begin
  delete from event_subscription
  where subscriber_id = old.id
    and subscriber_kind = 'webhook';
  return null;
end $$;
create trigger webhook_subscription after delete on webhook
  for each row execute function end_webhook_subscriptions();

insert into role_permission (role_id, permission)
select id, 'SVC_WEBHOOK_MANAGEMENT'
from role
where built_in
  and name = 'TenantAdmin'
on conflict do nothing;
