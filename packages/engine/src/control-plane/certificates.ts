/** The certificates by which runs trust the control plane, if Node does not trust its certificate authority by default. */
import { readFileSync } from 'node:fs';
import type { Schema } from '@millrace/contract';
import { messageOf, type OwnLog } from '../program/own-log.ts';

/** A run with this parameter gets the certificates as its value. */
const PARAMETER = 'MILLRACE_CERTIFICATES';

/** Reads the certificates that this engine trusts in addition: those of the file in NODE_EXTRA_CA_CERTS. Empty if the variable is not set. */
export function extraCertificates(environment: NodeJS.ProcessEnv, log: OwnLog): string {
  const file = environment['NODE_EXTRA_CA_CERTS'];
  if (!file) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    log('warn', 'The file of NODE_EXTRA_CA_CERTS cannot be read: runs that call the control plane do not get its certificates', {
      file,
      reason: messageOf(error),
    });
    return '';
  }
}

/**
 * Gives the certificates to a run that asks for them by a parameter. No other run gets them: a task must not trust more authorities than its author knows.
 * @rule bundles.run.certificates
 */
export const withCertificates = (claim: Schema<'ClaimedExecution'>, certificates: string): Schema<'ClaimedExecution'> =>
  Object.hasOwn(claim.parameters, PARAMETER) && certificates !== ''
    ? { ...claim, parameters: { ...claim.parameters, [PARAMETER]: certificates } }
    : claim;
