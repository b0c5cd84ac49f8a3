-- The count of the executions of a task that have not ended reads only the last part of its entries (ADR 119).
-- works with 0.1.0
create index live_execution_of_task_by_time on live_execution (task_id, accepted_at);
drop index live_execution_of_task;
