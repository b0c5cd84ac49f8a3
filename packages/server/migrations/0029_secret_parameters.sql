-- Names of the parameters whose values the engine masks; null for the many runs that have none, which costs no byte.
alter table task_execution add column secret_parameters text[];
