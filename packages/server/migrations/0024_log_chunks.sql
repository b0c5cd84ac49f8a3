-- Log lines are kept as the compressed chunks in which they come (ADR 16), in partitions by the time of the execution, which its id carries.
create table log_chunk (
  execution_id uuid not null,
  -- Index after the last line: lines are numbered from 0 without gaps.
  end_index bigint not null,
  lines integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Milliseconds by which the clock of the engine was wrong.
  clock_shift bigint not null default 0,
  -- A bit for each severity that occurs.
  severities smallint not null,
  text_bytes integer not null,
  bytes integer not null,
  data bytea,
  blob_key uuid,
  blob_offset bigint,
  -- Whether it has its final form and place.
  settled boolean not null default false,
  primary key (execution_id, end_index),
  constraint log_chunk_place check ((data is null) = (blob_key is not null) and (blob_key is null) = (blob_offset is null))
) partition by range (execution_id);
create table log_chunk_rest partition of log_chunk default;
-- It is compressed already.
alter table log_chunk alter column data set storage external;
alter table log_chunk_rest alter column data set storage external;
create index log_chunk_unsettled on log_chunk (execution_id) where not settled;
create index log_chunk_blob on log_chunk (blob_key) where blob_key is not null;

insert into log_chunk (execution_id, end_index, lines, first_at, last_at, severities, text_bytes, bytes, data)
select execution_id, max(index) + 1, count(*), min(logged_at), max(logged_at),
       bit_or(1 << (array_position(array['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'], severity) - 1)),
       octet_length(string_agg(line, '' order by index)), octet_length(string_agg(line, '' order by index)),
       convert_to(string_agg(line, '' order by index), 'UTF8')
from (
  select execution_id, index, logged_at, severity,
         floor(extract(epoch from logged_at) * 1000)::bigint || ' ' || left(severity, 1)
           || case type when 'STDOUT' then 'O' when 'STDERR' then 'E' else 'S' end || ' ' || replace(message, chr(10), ' ') || chr(10) as line
  from execution_log_line
) l
group by execution_id, index / 1000;

drop table execution_log_line;

-- Files that people asked for; each is gone some time after its token has run out.
create table log_file (
  id uuid primary key,
  execution_id uuid not null,
  token_hash bytea not null,
  format text not null,
  name text not null,
  -- The lines that were there when it was asked for, and the times between which they must lie.
  first_index bigint not null,
  end_index bigint not null,
  start_time timestamptz,
  end_time timestamptz,
  created_at timestamptz not null default now(),
  -- Null until it is written.
  blob_key uuid,
  constraint log_file_format check (format in ('JSON', 'TEXT')),
  constraint log_file_token_hash_key unique (token_hash)
);
create index log_file_execution on log_file (execution_id);
create index log_file_created on log_file (created_at);
create index log_file_blob on log_file (blob_key) where blob_key is not null;
