/** The names in the audit log: actions as they are stored, and the names for both forms of the API. */
import { operations, type Route } from '@millrace/contract';

/** An action in the words of the API. */
type ActionWords = { type: string; category: string; operation: string };

const EVENT = 'com.service.v1.';
const SOURCE = 'com.service/';

/** Sections whose event type is that of the published API. */
const ENVIRONMENT_SECTIONS = new Set(['environments', 'workspaces', 'workspace-permissions', 'promotions']);
/** Paths of operations that manage who may do what. */
const ACCESS = /^\/(?:account|security|scim|api\/v1\/(?:users|groups|roles|api-keys|tenants))\//;

/** First words of operations that are named otherwise in the log. */
const OPERATIONS: Readonly<Record<string, string>> = {
  add: 'create',
  remove: 'delete',
  replace: 'update',
  change: 'update',
  rename: 'update',
  set: 'update',
  move: 'update',
  start: 'run',
  end: 'stop',
  issue: 'sign in',
  submit: 'sign in',
};

const kebab = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(' ', '-')
    .toLowerCase();

const actions = new Map(
  (Object.keys(operations) as Route[]).map((route) => [route, `${kebab(operations[route].section)}.${kebab(operations[route].name)}`]),
);

/** Returns the action of an operation: `tasks.create-task`. */
export const actionOf = (route: Route): string => actions.get(route) ?? '';

/** The type of the events of each section, by the path of its last operation that changes something. */
const areas = new Map(
  Object.keys(operations)
    .filter((route) => !route.startsWith('GET '))
    .map((route) => {
      const path = route.slice(route.indexOf(' ') + 1);
      return [
        kebab(operations[route as Route].section),
        ACCESS.test(`${path}/`) ? 'access management' : `${path.split('/')[1]} management`,
      ];
    }),
);

/**
 * Returns the words of an action. Actions of operations that no longer exist have words, too. The category is the singular of the section, except for
 * rights on workspaces, of which one operation changes several.
 * @rule audit-log.entry.words
 */
export function wordsOf(action: string): ActionWords {
  const [section = '', operation = ''] = action.split('.');
  const verb = operation.split('-')[0] ?? '';
  return {
    type: ENVIRONMENT_SECTIONS.has(section) ? 'environment management' : (areas.get(section) ?? 'management'),
    category: section
      .replace(/^tenant-/, '')
      .replaceAll('-', ' ')
      .replace(/(?<!permission)s$/, ''),
    operation: OPERATIONS[verb] ?? verb,
  };
}

/** Returns the type of the events of an action. */
export const eventTypeOf = (action: string): string => EVENT + action;

/** Returns the source of the events of an action. */
export const sourceOf = (action: string): string => SOURCE + action.split('.')[0];

/** Returns the action of an event type; an event type of another form has none. */
export const actionOfEventType = (eventType: string): string | undefined =>
  eventType.startsWith(EVENT) ? eventType.slice(EVENT.length) : undefined;

/** Returns the range of actions of a source, as the first one and the first one after them; an unknown form has none. */
export function actionsOfSource(source: string): { from: string; to: string } | undefined {
  const section = source.startsWith(SOURCE) ? source.slice(SOURCE.length) : '';
  return /^[a-z-]+$/.test(section) ? { from: `${section}.`, to: `${section}/` } : undefined;
}
