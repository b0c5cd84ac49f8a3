/** The applications whose connections can be tested, by the names that connections use. A probe is loaded only in the thread that runs it. */
import { invalid } from '../../../../core/base/problem.ts';
import type { Probe } from './probe.ts';

const postgres = async (): Promise<Probe> => (await import('./postgres.ts')).probePostgres;
const http = async (): Promise<Probe> => (await import('./http.ts')).probeHttp;
const mysql = async (): Promise<Probe> => (await import('./mysql.ts')).probeMysql;
const sftp = async (): Promise<Probe> => (await import('./sftp.ts')).probeSftp;
const s3 = async (): Promise<Probe> => (await import('./s3.ts')).probeS3;
const smtp = async (): Promise<Probe> => (await import('./smtp.ts')).probeSmtp;

const APPS: ReadonlyMap<string, () => Promise<Probe>> = new Map([
  ['postgresql', postgres],
  ['postgres', postgres],
  ['mysql', mysql],
  ['mariadb', mysql],
  ['aurora', mysql],
  ['http', http],
  ['https', http],
  ['sftp', sftp],
  ['awss3', s3],
  ['s3', s3],
  ['smtp', smtp],
]);

/** Loads the probe of an application, by its name in any letter case; undefined if it has none. */
export const loadProbe = (app: string): Promise<Probe> | undefined => APPS.get(app.toLowerCase())?.();

/**
 * Refuses a connection of an application without a probe.
 * @rule connections.test.app
 */
export function requireProbe(app: string): void {
  if (!APPS.has(app.toLowerCase()))
    throw invalid('app_not_supported', `A connection of this application cannot be tested. Supported are: ${[...APPS.keys()].join(', ')}.`);
}
