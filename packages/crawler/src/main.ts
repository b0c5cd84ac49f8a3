/** The program of the crawler bundle: reads a database and sends what it finds to the control plane (ADR 67). */
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CRAWL_PARAMETERS, UNUSABLE_EXIT_CODE } from './crawl-parameters.ts';
import { runCrawl } from './crawl.ts';
import type { CrawledDatabase } from './databases/database.ts';
import { openDatabase } from './databases/open-database.ts';
import { EngineOutbound } from './databases/outbound.ts';
import { ConnectionFault, DatabaseUnusable, publicReason, reportReasonToEngine } from './faults.ts';
import { CrawlEnded, PortionSender } from './portion-sender.ts';
import { hiderOf } from './secrets.ts';
import { readRunParameters, readSettings } from './settings.ts';

/** Lets this process trust further authorities, given as one text of PEM certificates. Drivers of databases get their authorities from the connection. */
function trustCertificates(text: string): void {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
}

const CLOSE_MILLISECONDS = 2000;

/** Runs the crawl and returns the exit code. */
async function main(): Promise<number> {
  let hide = (text: string): string => text;
  // The engine reads the severity from the first word, and shows the last error line as the reason of the end.
  const log = (level: 'INFO' | 'WARN' | 'ERROR', message: string): void => console.log(`[${level}] ${hide(message).replaceAll('\n', ' ')}`);
  let database: CrawledDatabase | undefined;
  let showsReasons = false;
  try {
    const parameters = readRunParameters(process.env);
    hide = hiderOf(parameters);
    showsReasons = parameters.get(CRAWL_PARAMETERS.reasons) === 'complete';
    const settings = readSettings(process.env, parameters);
    trustCertificates(settings.certificates);
    database = await openDatabase(settings.target, new EngineOutbound(settings.outbound), settings.statementMilliseconds);
    const sender = new PortionSender({ ...settings, warn: (message) => log('WARN', message) });
    await runCrawl({ database, sender, settings, log, hide });
    return 0;
  } catch (error) {
    if (error instanceof CrawlEnded) {
      log('INFO', error.message);
      return 0;
    }
    const complete = error instanceof Error ? error.message : String(error);
    const shown = showsReasons ? complete : publicReason(error);
    if (shown !== complete) reportReasonToEngine(hide(complete), process.env['MILLRACE_REPORT']);
    log('ERROR', shown);
    return error instanceof DatabaseUnusable || error instanceof ConnectionFault ? UNUSABLE_EXIT_CODE : 1;
  } finally {
    // A server that cannot be reached does not answer the request to close.
    await Promise.race([database?.close().catch(() => {}), sleep(CLOSE_MILLISECONDS, undefined, { ref: false })]);
  }
}

process.exit(await main());
