-- Whoever deletes a workspace deletes tasks, plans and what joins them in one statement, in an order that nobody chooses: what is in use is known
-- only when the statement is over.
alter table plan_step_task
  alter constraint plan_step_task_task_id_fkey deferrable initially deferred;
alter table plan_step_plan
  alter constraint plan_step_plan_plan_id_fkey deferrable initially deferred;
