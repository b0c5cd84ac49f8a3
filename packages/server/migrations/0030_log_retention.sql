-- For how many days the logs of an environment are kept, where that is not the number of the install.
create table log_retention (
  environment_id uuid primary key references environment on delete cascade,
  days integer not null,
  constraint log_retention_days check (days between 1 and 3650)
);

-- Not a foreign key: one to a partitioned table is checked row by row when an old partition of that table goes.
create function drop_log_of_deleted() returns trigger language plpgsql as $$
begin
  delete from log_chunk where execution_id in (select id from gone);
  return null;
end $$;
create trigger task_execution_log after delete on task_execution
  referencing old table as gone
  for each statement execute function drop_log_of_deleted();
