/** The faults that end a crawl, and what of their reasons is shown. Any other error concerns one table, which is left out. */
import { appendFileSync } from 'node:fs';
import { PortionRefused } from './portion-sender.ts';

/** The database cannot be reached, or cannot be read at all. */
export class DatabaseUnusable extends Error {}

/** The settings of the connection or of the engine cannot be used. */
export class SettingsFault extends Error {}

/** The parameters of the connection cannot be used. */
export class ConnectionFault extends SettingsFault {}

/** One sentence for all cases: a difference between opening and reading would show whether a file exists. */
const COARSE = 'The database could not be opened or read. The log of the engine has the reason';

/**
 * Returns what everybody may read who sees the execution. What a server or a file answered would tell people who may not use the machine of the engine
 * which ports are open there, and which files exist.
 * @rule crawlers.run.reasons
 */
export function coarseReason(error: unknown): string {
  // These say what is wrong with the parameters, not what is on the network.
  return error instanceof SettingsFault || error instanceof PortionRefused ? error.message : COARSE;
}

/** Leaves the complete reason to the engine, in the report file of the run. The engine writes it into its own log. */
export function leaveToEngine(reason: string, reportFile: string | undefined): void {
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify({ engineLog: reason })}\n`);
}
