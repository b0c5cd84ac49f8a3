// This package is installed in the bundle only, so the types of its functions are declared here.

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
