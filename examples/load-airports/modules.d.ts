// This package is only installed in the bundle, so its types are declared here.

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
