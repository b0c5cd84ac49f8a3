/**
 * The faults of the database and of the settings, which end a crawl, and what of a reason is shown. A refused portion and the end that an account asked
 * for (`portion-sender.ts`) end it, too.
 * Another error while one table is defined or sampled leaves out this table only.
 */
import { appendFileSync } from 'node:fs';
import { PortionRefused } from './portion-sender.ts';

/** The database cannot be reached, or cannot be read at all. */
export class DatabaseUnusable extends Error {}

/** The settings of the connection or of the engine cannot be used. */
export class SettingsFault extends Error {}

/** The parameters of the connection cannot be used. */
export class ConnectionFault extends SettingsFault {}

/** One sentence for all cases: a difference between opening and reading would show whether a file exists. */
const HIDDEN_REASON = 'The database could not be opened or read. The log of the engine has the reason';

/**
 * Returns what everybody may read who sees the execution. What a server or a file answered would tell people who may not use the machine of the engine
 * which ports are open there, and which files exist.
 * @rule crawlers.run.reasons
 */
export function publicReason(error: unknown): string {
  // These say what is wrong with the settings, or what Millrace answered: nothing about the network or the files of the engine.
  return error instanceof SettingsFault || error instanceof PortionRefused ? error.message : HIDDEN_REASON;
}

/** Writes the complete reason into the report file of the run. The engine copies it into its own log. */
export function reportReasonToEngine(reason: string, reportFile: string | undefined): void {
  if (reportFile) appendFileSync(reportFile, `${JSON.stringify({ engineLog: reason })}\n`);
}
