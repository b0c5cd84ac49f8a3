-- The moment from which the log of an execution is complete: its engine has reported the end, and all lines that it sent before are stored.

-- Null: the execution has not ended, its engine did not report the end, or it ended before this column existed.
alter table task_execution add column log_complete_at timestamptz;
