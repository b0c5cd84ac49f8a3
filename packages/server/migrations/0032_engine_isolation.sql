-- How the engine says it keeps tasks apart; unknown before its first beat and for programs that do not say it.
alter table engine
  add column isolation text constraint engine_isolation check (isolation in ('user', 'namespace', 'none')),
  -- Since when it gets no work, because it does not isolate its tasks and several people use the install.
  add column withheld_at timestamptz;
