/** Changes of an OAuth client by JSON Patch. */
import { neutralWord } from '@millrace/contract';
import type { PatchRule, PatchStep } from '../../../core/http/json-patch.ts';
import { checkAs } from '../../../core/http/validation.ts';
import { withNeutralWords, type ClientFields } from './client-row.ts';
import { requireValidClient } from './rules.ts';

const ALL_OPERATIONS = ['add', 'replace', 'remove'] as const;
const TEXTS = { ops: ALL_OPERATIONS, value: 'OauthTexts' } as const;

/**
 * The operations that a PATCH of a client allows; the type cannot change.
 * @rule oauth-clients.change.type
 */
export const CLIENT_PATCH = {
  '/clientName': { ops: ['add', 'replace'], value: 'OauthClientName' },
  '/description': { ops: ALL_OPERATIONS, value: 'OauthClientDescription' },
  '/logoUri': { ops: ALL_OPERATIONS, value: 'WebAddress' },
  '/clientUri': { ops: ALL_OPERATIONS, value: 'WebAddress' },
  '/jwksUri': { ops: ALL_OPERATIONS, value: 'KeySetAddress' },
  '/redirectUris': TEXTS,
  '/allowedOrigins': TEXTS,
  '/allowedScopes': TEXTS,
  '/allowedGrantTypes': TEXTS,
  '/allowedAuthMethods': TEXTS,
  '/publicKeys': { ops: ALL_OPERATIONS, value: 'OauthKeys' },
} as const satisfies Record<string, PatchRule>;

type Step = PatchStep<typeof CLIENT_PATCH>;

/**
 * Returns the fields of a client after the operations. They must meet the rules of a new client.
 * @rule oauth-clients.change.checked
 */
export function patchClient(before: ClientFields, steps: readonly Step[]): ClientFields {
  const fields = withNeutralWords(steps.reduce(withStep, before));
  checkAs('OauthClientRequest', 'body', fields);
  requireValidClient(fields);
  return fields;
}

/** @rule oauth-clients.change.lists */
function withStep(fields: ClientFields, step: Step): ClientFields {
  switch (step.path) {
    case '/clientName':
      return { ...fields, clientName: step.value };
    case '/description':
    case '/logoUri':
    case '/clientUri':
    case '/jwksUri': {
      const { [nameOf(step)]: _before, ...others } = fields;
      return { ...others, ...(step.op !== 'remove' && { [nameOf(step)]: step.value }) } as ClientFields;
    }
    case '/publicKeys':
      return { ...fields, publicKeys: patched(fields.publicKeys, step.op, valuesOf(step.value), ({ kid }) => kid) };
    default: {
      const texts = patched(fields[nameOf(step)], step.op, valuesOf(step.value)?.map(neutralWord), (text) => text);
      return { ...fields, [nameOf(step)]: [...new Set(texts)] };
    }
  }
}

const nameOf = <Name extends string>({ path }: { path: `/${Name}` }): Name => path.slice(1) as Name;

const valuesOf = <Item>(value: Item | readonly Item[] | undefined): readonly Item[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? (value as readonly Item[]) : [value as Item];

/** Returns a list after an operation; a removal without values removes all. */
function patched<Item>(known: readonly Item[], op: Step['op'], values: readonly Item[] | undefined, keyOf: (item: Item) => string): Item[] {
  if (op === 'add') return [...known, ...(values ?? [])];
  if (op === 'replace') return [...(values ?? [])];
  const removed = new Set(values?.map(keyOf));
  return known.filter((one) => values !== undefined && !removed.has(keyOf(one)));
}
