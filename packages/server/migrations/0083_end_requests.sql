-- Who asked first to end an execution of a task or a plan, and when. Null: nobody has, or it was before this migration. As for `account_id`, there is no
-- foreign key: the account may be deleted before the execution.
-- works with 0.1.0
alter table task_execution
  add column ending_at timestamptz,
  add column ending_by uuid;
alter table plan_execution add column ending_by uuid;
