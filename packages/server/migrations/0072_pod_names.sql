-- The pod of an execution that a Kubernetes runner has started: entries of its log name it.

-- Null: the execution has had no pod.
alter table task_execution add column pod_name text;
