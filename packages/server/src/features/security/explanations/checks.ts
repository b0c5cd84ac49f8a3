/** The checks of an explanation, in the order in which a call makes them. */
import { isForEngines, type Allow, type Permission, type Schema } from '@millrace/contract';
import { plainAddress } from '@millrace/wire/address-ranges';
import { isAddress, isLoopback } from '../../../core/base/addresses.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import { selectEntriesWith } from '../ip-allowlist/index.ts';
import type { NeededRight } from './rules.ts';
import { selectObjectAccess, selectPromotionAccess, type ExplainedAccount, type ObjectAccess, type PermissionSource } from './rows.ts';

type Check = Schema<'AccessCheck'>;

/** What a check is about: its kind, and the permissions or the right that it asks for. */
type Asked = Pick<Check, 'check' | 'permissions' | 'object' | 'right'>;

/**
 * The results of a check. The message says in English what the reason says as a code.
 * @rule explanations.get.reasons
 */
const passed = (asked: Asked, reason: Check['reason'], message: string, through: Check['through'] = []): Check => ({
  ...asked,
  result: 'PASSED',
  reason,
  message,
  through,
});
const failed = (asked: Asked, reason: Check['reason'], message: string): Check => ({
  ...asked,
  result: 'FAILED',
  reason,
  message,
  through: [],
});
const notChecked = (asked: Asked, reason: Check['reason'], message: string): Check => ({
  ...asked,
  result: 'NOT_CHECKED',
  reason,
  message,
  through: [],
});

/** Checks that the account may sign in. */
export const checkAccount = ({ active }: ExplainedAccount): Check =>
  active
    ? passed({ check: 'ACCOUNT' }, 'ACTIVE', 'The account is active.')
    : failed({ check: 'ACCOUNT' }, 'DISABLED', 'The account is disabled, so none of its credentials is accepted.');

/** Checks whether the IP allowlist of the tenant contains an address. Refuses a text that is no address. */
export async function checkAddress(tx: Tx, actor: Actor, text: string | undefined): Promise<Check> {
  const asked = { check: 'ADDRESS' } as const;
  const address = text === undefined ? undefined : plainAddress(text);
  if (address !== undefined && !isAddress(address))
    throw invalid('malformed_request', `query.address '${text}' is no address: send one such as 203.0.113.7 or 2001:db8::7.`);
  const entries = await selectEntriesWith(tx, actor, address);
  if (entries === undefined) return passed(asked, 'NO_ALLOWLIST', 'No IP allowlist is enabled.');
  if (address === undefined)
    return notChecked(asked, 'ADDRESS_NEEDED', 'An IP allowlist is enabled: send the address from which the account calls.');
  if (isLoopback(address)) return passed(asked, 'LOCAL_ADDRESS', 'Calls on the machine of the server are not restricted.');
  if (entries.length === 0) return failed(asked, 'NOT_LISTED', `The IP allowlist does not contain ${address}.`);
  const through = entries.map(({ id, ip, description }) => ({ type: 'ADDRESS_ENTRY' as const, id, name: description || ip }));
  return passed(asked, 'LISTED', `The IP allowlist contains ${address}.`, firstSources(through));
}

/** Checks that the account has a permission with which callers may use the operation. */
export function checkPermission(allow: Allow, sources: readonly PermissionSource[]): Check {
  const check = 'PERMISSION';
  if (allow === 'public') return passed({ check }, 'PUBLIC', 'Every caller may use the operation, also without a credential.');
  if (allow === 'signed-in') return passed({ check }, 'NO_PERMISSION', 'The operation needs no permission.');
  if (isForEngines(allow)) return failed({ check }, 'ENGINES_ONLY', 'Only paired engines may use the operation.');
  const wanted: readonly Permission[] = typeof allow === 'string' ? [allow] : allow.anyOf;
  const asked: Asked = { check, permissions: [...wanted] };
  const names = wanted.join(' or ');
  const through = sources.filter(({ permission }) => wanted.includes(permission));
  if (through.length === 0) return failed(asked, 'PERMISSION_LACKS', `The operation needs ${names}, and no role of the account has it.`);
  // A role with several of the permissions is one source, with a further one for each group that gives it.
  const unique = new Map(through.map(({ type, id, name, group }) => [`${id} ${group?.id}`, { type, id, name, ...(group && { group }) }]));
  return passed(asked, 'PERMISSION_HELD', `The account has ${names}.`, firstSources([...unique.values()]));
}

/** The maximum number of sources that a check names. */
const MAX_SOURCES = 20;

/** Returns the first sources of a long list. */
const firstSources = (sources: readonly Schema<'AccessSource'>[]): Schema<'AccessSource'>[] => sources.slice(0, MAX_SOURCES);

/** A question about one right. */
type RightQuestion = {
  needed: NeededRight;
  /** The id of the object; undefined if the question has none. */
  id: string | undefined;
  account: ExplainedAccount;
  permissions: readonly PermissionSource[];
};

/**
 * Checks whether the account holds a right on an object. Refuses to explain an object to an actor who may not see it, unless the actor asks about itself.
 * @rule explanations.get.hidden
 */
export async function checkRight(tx: Tx, actor: Actor, { needed, id, account, permissions }: RightQuestion): Promise<Check> {
  const { object, right, unless = [] } = needed;
  const asked = { check: 'RIGHT', object, right } as const;
  const neededText = right === 'ASSIGNMENT' ? `assignment to the ${object}` : `the right ${right} on the ${object}`;
  if (id === undefined) return notChecked(asked, 'OBJECT_NEEDED', `The operation needs ${neededText}: send the id of the ${object}.`);
  const access = await accessTo(tx, actor, account, needed, id);
  const isShown = access.shown || [...unless, 'SVC_ENVIRONMENT_MANAGEMENT' as const].some((one) => actor.permissions.has(one));
  if (!access.exists || !isShown) {
    if (account.id !== actor.id) throw notFound(capital(object), id);
    return failed(asked, 'OBJECT_UNKNOWN', `There is no ${object} '${id}' that the account may see.`);
  }
  const instead = permissions.find(({ permission }) => unless.includes(permission))?.permission;
  if (instead !== undefined)
    return passed(asked, 'RIGHT_REPLACED', `${instead} replaces ${neededText}.`, [{ type: 'PERMISSION', id: instead, name: instead }]);
  if (access.sources.length > 0) return passed(asked, 'RIGHT_HELD', `The account has ${neededText}.`, firstSources(access.sources));
  return access.seen
    ? failed(asked, 'RIGHT_LACKS', `The account lacks ${neededText}. The owner of the workspace can grant it.`)
    : failed(
        asked,
        'OBJECT_HIDDEN',
        `The account lacks ${neededText}, and may not see the ${object}: the operation answers that it does not exist.`,
      );
}

function accessTo(tx: Tx, actor: Actor, account: ExplainedAccount, { object, right }: NeededRight, id: string): Promise<ObjectAccess> {
  if (object === 'promotion' || object === 'promotion execution') return selectPromotionAccess(tx, actor, account.id, { object, id });
  if (right === 'ASSIGNMENT') throw new Error(`a ${object} has no assignments`);
  return selectObjectAccess(tx, actor, account.id, { object, id, right });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
