-- The count of the executions of a task that have not ended reads only the last part of its entries (ADR 119). The drop comes first, because it needs the
-- stronger lock: the other order could end in a deadlock with a process of the former version.
-- works with 0.1.0
drop index live_execution_of_task;
create index live_execution_of_task_by_time on live_execution (task_id, accepted_at);
