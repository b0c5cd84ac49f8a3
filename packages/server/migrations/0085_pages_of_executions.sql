-- An execution is written at its acceptance and, a little longer, at its end. Pages that are filled to less than half have room for both, so no end writes
-- the indexes again (ADR 118). This affects rows that are added from now on; new partitions get it from `historyTable`, or 75 from the last release.
-- works with 0.1.0
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'task_execution'::regclass loop
    execute format('alter table %s set (fillfactor = 45)', part);
  end loop;
end $$;
