import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Airport, type SourceRow, checkAirport, columns } from './airport.ts';
import { type Report, log } from './report.ts';
import type { Settings } from './settings.ts';

const progressRows = 1000;

/**
 * Replaces the rows of the table by the valid rows of the source, in one transaction. Returns the schema of the table, which is the default one of the
 * user. Throws if too many rows are rejected.
 */
export async function loadAirports(client: Client, settings: Settings, report: Report): Promise<string> {
  const table = client.escapeIdentifier(settings.table);
  await client.query('begin');
  await client.query(`
    create table if not exists ${table} (
      iata text primary key,
      name text not null,
      city text,
      state text,
      country text not null,
      latitude double precision not null,
      longitude double precision not null
    )`);
  await client.query(`truncate ${table}`);
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(validRows(settings, report)), copy);
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  await client.query('commit');
  return rows[0]?.schema ?? '';
}

async function* validRows(settings: Settings, report: Report): AsyncGenerator<string> {
  const seen = new Set<string>();
  const parser = parse({ bom: true, columns: checkHeader, info: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  const rows: AsyncIterable<{ record: SourceRow; info: { lines: number } }> = createReadStream(settings.source).compose(parser);
  for await (const { record, info } of rows) {
    const checked = checkAirport(record, seen, settings.strict);
    if ('airport' in checked) {
      seen.add(checked.airport.iata);
      report.processed += 1;
      yield copyLine(checked.airport);
    } else {
      report.reject(info.lines, checked.reason, checked.detail);
      if (report.rejected > settings.maxRejected) throw new Error(`More than ${settings.maxRejected} rows are rejected (max_rejected)`);
    }
    if ((report.processed + report.rejected) % progressRows === 0) {
      log('info', `Read ${report.processed + report.rejected} rows, ${report.rejected} of them rejected`);
      report.send();
    }
  }
}

function checkHeader(header: string[]): string[] {
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new Error(`The source has no column ${missing.join(', ')}: its first line has to name the columns`);
  return header;
}

/** Returns one line in the text format of COPY. */
function copyLine(airport: Airport): string {
  const fields = columns.map((column) => {
    const value = airport[column];
    return value === null
      ? '\\N'
      : String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  });
  return `${fields.join('\t')}\n`;
}
