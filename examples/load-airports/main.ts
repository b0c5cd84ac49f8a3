import { basename } from 'node:path';
import { Client } from 'pg';
import { loadAirports } from './load.ts';
import { Report, log } from './report.ts';
import { type Settings, readSettings } from './settings.ts';

/** Runs the load and returns the exit code. */
async function main(): Promise<number> {
  const report = new Report(process.env['MILLRACE_REPORT']);
  let settings: Settings | undefined;
  try {
    settings = readSettings(process.env, process.cwd());
    await run(settings, report);
    return 0;
  } catch (error) {
    report.summarise();
    // The transaction was rolled back, so nothing is loaded.
    report.processed = 0;
    report.send();
    log('error', `Nothing was loaded: ${withoutPassword(oneLine(error), settings)}`);
    return 1;
  }
}

async function run(settings: Settings, report: Report): Promise<void> {
  const client = createDatabaseClient(settings.databaseUrl);
  const databaseAddress = `${client.host}:${client.port}/${client.database}`;
  // If the connection breaks between two statements, the next one fails. Without a listener, the error event would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw new Error(`Cannot connect to the database ${databaseAddress}: ${oneLine(error)}`);
  });
  let schema: string;
  try {
    log('info', `Loading ${basename(settings.source)} into table ${settings.table} of ${databaseAddress}`);
    schema = await loadAirports(client, settings, report);
  } finally {
    // Also ends an open transaction. An error here must not hide an error of the load.
    await client.end().catch(() => {});
  }
  report.summarise();
  report.sendComponent('read_csv', report.processed + report.rejected, 0);
  report.sendComponent('check_rows', report.processed, report.rejected);
  report.sendComponent('copy_table', report.processed, 0);
  report.sendDatasets(
    [{ namespace: 'file', name: basename(settings.source) }],
    [{ namespace: `postgres://${client.host}:${client.port}`, name: `${client.database}.${schema}.${settings.table}` }],
  );
  report.send();
  log('info', `${settings.table}: ${report.processed} processed, ${report.rejected} rejected`);
}

function createDatabaseClient(databaseUrl: string): Client {
  try {
    return new Client({ connectionString: databaseUrl, application_name: 'load-airports', connectionTimeoutMillis: 10_000 });
  } catch {
    // The driver's message may quote the address.
    throw new Error('Parameter database_url cannot be read: special characters in user or password have to be percent-encoded');
  }
}

/** Returns the first line of the message of an error. Refused connections to several addresses of a host come as an AggregateError. */
function oneLine(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split('\n', 1)[0] ?? text;
}

function withoutPassword(text: string, settings: Settings | undefined): string {
  const written = settings?.databaseUrl.match(/^[^:]+:\/\/[^:/?#]*:([^/]*)@/)?.[1];
  if (!written) return text;
  return [written, decoded(written)].reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

process.exitCode = await main();
