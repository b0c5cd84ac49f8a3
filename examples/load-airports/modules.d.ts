// Only the bundle holds these two packages, so what is used of them is declared here.

declare module 'csv-parse' {
  import type { Transform } from 'node:stream';

  export function parse(options: {
    bom?: boolean;
    columns?: (header: string[]) => string[];
    info?: boolean;
    relax_column_count?: boolean;
    skip_empty_lines?: boolean;
    trim?: boolean;
  }): Transform;
}

declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function from(statement: string): Writable & Submittable;
}
