-- The context of the trace that an execution belongs to, as the W3C header has it. Written only where somebody traces.
alter table task_execution add column traceparent text;
