/** Distinguishes faults of a bundle from faults of the machine, on which no other run could begin either. */
import type { Schema } from '@millrace/contract';
import { type Ending, endingOfSpawnFault } from '../outcomes/outcome.ts';
import { RunFilesFault, SpawnFault } from '../processes/spawner.ts';
import { codeOf, DeployFault, storageFault } from '../program/faults.ts';
import { messageOf } from '../program/own-log.ts';

/** The reason why the machine cannot begin any run: the code of a system error, and a sentence for people. */
export type Illness = Schema<'ReportedIllness'>;

/** The reason and the advice for people, by the code of a system error. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'its disk is full: make room'],
  ['EDQUOT', 'its disk quota is used up: make room'],
  ['EROFS', 'its disk is read-only: check the disk'],
  ['EIO', 'its disk fails: check the disk'],
  ['EACCES', 'it has no right to its folder: correct the rights'],
  ['EPERM', 'it has no right to its folder: correct the rights'],
  ['ENOENT', 'its folder is gone: create it again'],
  ['ESTALE', 'its folder is gone: mount it again'],
  ['EMFILE', 'it has too many files open: raise its limit of open files'],
  ['ENFILE', 'the machine has too many files open: raise the limit of open files'],
  ['EAGAIN', 'the machine starts no more processes: raise the limit of processes'],
  ['ENOMEM', 'the machine has no memory for another process: give it more, or the engine a smaller capacity'],
  ['ETIMEDOUT', 'its disk does not answer, or no process starts: check the machine'],
]);

/** Codes with which no process of any bundle could start. With any other code the command of the bundle is at fault. */
const NO_PROCESS: ReadonlySet<string> = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/** The illness for the code of a system error. */
export function illnessOfCode(code: string): Illness {
  return { code, message: `The engine cannot begin runs, because ${REASONS.get(code) ?? 'its machine fails'} (${code})` };
}

/** The illness of the machine that caused a fault; undefined if the bundle is at fault, or the cause is unknown. */
export function illnessBehind(error: unknown): Illness | undefined {
  const code = codeOf(error instanceof DeployFault ? error.cause : error);
  if (code === undefined || !isOfMachine(error, code)) return undefined;
  return illnessOfCode(code);
}

function isOfMachine(error: unknown, code: string): boolean {
  if (error instanceof DeployFault) return storageFault(error.cause) !== undefined && error.errorType === 'ENGINE_STORAGE';
  if (error instanceof SpawnFault) return NO_PROCESS.has(code);
  // Faults of names in a bundle have other codes, such as ENAMETOOLONG.
  if (error instanceof RunFilesFault) return !error.begun && REASONS.has(code);
  return storageFault(error) !== undefined || (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir');
}

/** The end of an execution that failed before its process ended by itself. */
export function endingOfFault(error: unknown): Ending {
  const fault = error instanceof DeployFault ? error : storageFault(error);
  if (fault) return { outcome: 'DEPLOY_FAILED', errorType: fault.errorType, errorMessage: fault.message };
  if (error instanceof SpawnFault) return endingOfSpawnFault(error.code);
  return { outcome: 'EXECUTION_FAILED', errorType: 'ENGINE_ERROR', errorMessage: `The engine failed: ${messageOf(error)}` };
}
