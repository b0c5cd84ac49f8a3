/** The settings that open addresses, as `private,100.64.0.0/10`. */
import { OUTBOUND_LIST, readOutboundList, type OutboundRules } from '@millrace/wire/outbound-rules';
import { StartError } from '../base/start-error.ts';

/** The addresses that an operator has opened; `single user` opens the loopback addresses while the install has at most one user. */
export type OutboundSetting = { private: boolean; loopback: 'open' | 'closed' | 'single user'; ranges: readonly string[] };

/** The name of the setting. */
export const OUTBOUND_ALLOW = 'MILLRACE_OUTBOUND_ALLOW';

/** The name of the setting that opens more addresses for deliveries of events. */
export const DELIVERY_NETWORKS = 'MILLRACE_WEBHOOK_NETWORKS';

/** Reads the setting. Its value is the whole list: the default is not added to it. */
export function readOutboundSetting(environment: Record<string, string | undefined>): OutboundSetting {
  const text = environment[OUTBOUND_ALLOW];
  return text ? readEntries(OUTBOUND_ALLOW, text) : { private: true, loopback: 'single user', ranges: [] };
}

/** Reads the addresses that are open for deliveries of events: those open for all purposes, and those of a separate setting. */
export function readDeliverySetting(environment: Record<string, string | undefined>): OutboundSetting {
  const [forAll, text] = [readOutboundSetting(environment), environment[DELIVERY_NETWORKS]];
  if (!text) return forAll;
  const more = readEntries(DELIVERY_NETWORKS, text);
  return {
    private: forAll.private || more.private,
    loopback: more.loopback === 'open' ? 'open' : forAll.loopback,
    ranges: [...forAll.ranges, ...more.ranges],
  };
}

/** Returns whether an operator has opened networks for deliveries of events. Machines of such networks often have no qualified name. */
export const opensDeliveryNetworks = (environment: Record<string, string | undefined>): boolean =>
  !['', 'none'].includes(environment[DELIVERY_NETWORKS]?.trim() ?? '');

function readEntries(name: string, text: string): OutboundSetting {
  const rules = readOutboundList(text);
  if (!rules) throw new StartError(`${name} is '${text}': set it to ${OUTBOUND_LIST}.`);
  return { ...rules, loopback: rules.loopback ? 'open' : 'closed' };
}

/** The rules at the moment. `hasSingleUser` is called only if they depend on it. */
export async function outboundRulesOf(setting: OutboundSetting, hasSingleUser: () => Promise<boolean>): Promise<OutboundRules> {
  const loopback = setting.loopback === 'single user' ? await hasSingleUser() : setting.loopback === 'open';
  return { private: setting.private, loopback, ranges: setting.ranges };
}
