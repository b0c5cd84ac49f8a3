/**
 * Parameters of a run whose values are the engine's own: the authorities that it trusts, and the addresses that crawls may reach. The owner of the
 * engine may set both. Where the addresses are set, the control plane cannot open more; otherwise its proposal holds.
 */
import { readFileSync } from 'node:fs';
import type { Schema } from '@millrace/contract';
import { OUTBOUND_LIST, readOutboundList } from '@millrace/wire/outbound-rules';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { UsageError } from '../program/usage-error.ts';

/** A run with this parameter gets the certificates as its value. */
const CERTIFICATES = 'MILLRACE_CERTIFICATES';

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
  Object.hasOwn(claim.parameters, CERTIFICATES) && certificates !== ''
    ? { ...claim, parameters: { ...claim.parameters, [CERTIFICATES]: certificates } }
    : claim;

/** A crawl reads the open addresses in this parameter. */
const OUTBOUND = 'MILLRACE_CRAWL_OUTBOUND';
const SETTING = 'MILLRACE_ENGINE_OUTBOUND_ALLOW';

/**
 * Reads the setting; undefined if it is not set. Then the control plane decides: crawls reach private networks, and this machine while the install has a
 * single user. Throws a `UsageError` if it is malformed.
 */
export function outboundOf(environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment[SETTING] || undefined;
  if (text === undefined || readOutboundList(text)) return text;
  throw new UsageError(`${SETTING} is ${JSON.stringify(text)}: set it to ${OUTBOUND_LIST}`);
}

/**
 * Gives the open addresses to a crawl, in place of those that the control plane proposes.
 * @rule crawlers.run.outbound
 */
export const withOutbound = (claim: Schema<'ClaimedExecution'>, outbound: string | undefined): Schema<'ClaimedExecution'> =>
  outbound !== undefined && Object.hasOwn(claim.parameters, OUTBOUND)
    ? { ...claim, parameters: { ...claim.parameters, [OUTBOUND]: outbound } }
    : claim;
