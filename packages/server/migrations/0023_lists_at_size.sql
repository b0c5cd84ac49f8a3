-- Thousands of triggers are due at the same instant: those of the next batch come in order from the index, without sorting all that are left.
drop index time_trigger_due;
create index time_trigger_due on time_trigger (next_at, id) where next_at is not null;
