/** The addresses to which crawls may connect from this engine. Whoever owns the engine sets them; the control plane cannot open more. */
import type { Schema } from '@millrace/contract';
import { OUTBOUND_LIST, readOutboundList } from '@millrace/wire/outbound-rules';
import { UsageError } from './usage-error.ts';

/** A crawl reads the open addresses in this parameter. */
const PARAMETER = 'MILLRACE_CRAWL_OUTBOUND';
const SETTING = 'MILLRACE_ENGINE_OUTBOUND_ALLOW';

/** Reads the setting; undefined if it is not set. Then crawls reach private networks, and this machine while the install has a single user. */
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
  outbound !== undefined && Object.hasOwn(claim.parameters, PARAMETER)
    ? { ...claim, parameters: { ...claim.parameters, [PARAMETER]: outbound } }
    : claim;
