-- A delivery comes due no earlier than the one before it of its webhook and resource, so the sender needs no mark of what must wait (ADR 60).
update webhook_delivery d
set next_attempt_at = h.next_attempt_at
from webhook_delivery h
where d.is_waiting
  and h.is_waiting
  and h.attempts > 0
  and h.webhook_id = d.webhook_id
  and h.resource_id = d.resource_id
  and h.event_number < d.event_number
  and h.next_attempt_at > d.next_attempt_at;

drop index webhook_delivery_due;
alter table webhook_delivery drop column is_blocked;
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, event_number) where is_waiting;
