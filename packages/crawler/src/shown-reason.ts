/** The reason of a failed crawl, as the log of its execution shows it, and as only the log of the engine does. */
import { appendFileSync } from 'node:fs';
import { SettingsFault } from './faults.ts';
import { PortionRefused } from './portion-sender.ts';

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
