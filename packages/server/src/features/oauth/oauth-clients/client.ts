/** An OAuth client: its row, the fields that callers set, and their changes by JSON Patch. */
import { neutralWord, type Schema } from '@millrace/contract';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { PatchRule, PatchStep } from '../../../core/http/json-patch.ts';
import { checkAs } from '../../../core/http/validation.ts';

/** The row of a client. */
export type ClientRow = {
  id: string;
  /** Null for the client of the command line, which belongs to no tenant. */
  tenant_id: string | null;
  owner_id: string | null;
  created_by_type: Schema<'OauthClient'>['createdByType'];
  app_type: Schema<'OauthAppType'>;
  name: string;
  description: string | null;
  logo_uri: string | null;
  client_uri: string | null;
  jwks_uri: string | null;
  redirect_uris: string[];
  allowed_origins: string[];
  allowed_scopes: string[];
  allowed_grant_types: string[];
  /** The scopes and grant types that were written in the words of the published product. */
  vendor_words: string[];
  allowed_auth_methods: string[];
  public_keys: Schema<'OauthPublicKeys'>;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  deleted_at: Date | null;
};

/** The columns of `ClientRow`, for statements with the alias `c`. */
export const clientColumns: Sql = sql`
  c.id, c.tenant_id, c.owner_id, c.created_by_type, c.app_type, c.name, c.description, c.logo_uri, c.client_uri, c.jwks_uri, c.redirect_uris,
  c.allowed_origins, c.allowed_scopes, c.allowed_grant_types, c.vendor_words, c.allowed_auth_methods, c.public_keys, c.created_at, c.updated_at, c.published_at, c.deleted_at`;

/** The minimum length of the RSA keys by which clients sign. */
export const MIN_RSA_BITS = 2048;

/** The grant type of clients that act for people who are not present. */
export const IMPERSONATION = 'urn:service:oauth:user-impersonation';

/** The fields of a client that callers set. */
export type ClientFields = Omit<Schema<'OauthClientRequest'>, 'connectionConfig' | keyof ClientLists> & ClientLists;

type TextList = 'redirectUris' | 'allowedOrigins' | 'allowedScopes' | 'allowedGrantTypes' | 'allowedAuthMethods';
type ClientLists = Record<TextList, string[]> & { publicKeys: Schema<'OauthPublicKeys'> };

/** Returns the fields of a new client with their defaults, normalized. */
export const fieldsOfRequest = ({ connectionConfig: _config, ...sent }: Schema<'OauthClientRequest'>): ClientFields => {
  const none = { redirectUris: [], allowedOrigins: [], allowedScopes: [], allowedGrantTypes: [], publicKeys: [] };
  return normalized({ ...none, allowedAuthMethods: ['client_secret'], ...sent });
};

/** Returns fields with the neutral names of scopes and grant types, each once, and with a client name without spaces around it. */
const normalized = (fields: ClientFields): ClientFields => ({
  ...fields,
  clientName: fields.clientName.trim(),
  allowedScopes: [...new Set(fields.allowedScopes.map(neutralWord))],
  allowedGrantTypes: [...new Set(fields.allowedGrantTypes.map(neutralWord))],
});

/** Returns the fields of a row that callers set. */
export const fieldsOfRow = (row: ClientRow): ClientFields => ({
  appType: row.app_type,
  clientName: row.name,
  ...presentFields({ description: row.description, logoUri: row.logo_uri, clientUri: row.client_uri, jwksUri: row.jwks_uri }),
  redirectUris: row.redirect_uris,
  allowedOrigins: row.allowed_origins,
  allowedScopes: row.allowed_scopes,
  allowedGrantTypes: row.allowed_grant_types,
  allowedAuthMethods: row.allowed_auth_methods,
  publicKeys: row.public_keys,
});

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

/** Returns the fields of a client after the operations. Refuses fields that a new client could not have. */
export function patchClient(before: ClientFields, steps: readonly Step[]): ClientFields {
  const fields = normalized(steps.reduce(withStep, before));
  checkAs('OauthClientRequest', 'body', fields);
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
      // Only scopes and grant types have names of the published product.
      const hasNames = step.path === '/allowedScopes' || step.path === '/allowedGrantTypes';
      const values = valuesOf(step.value)?.map((text) => (hasNames ? neutralWord(text) : text));
      const texts = patched(fields[nameOf(step)], step.op, values, (text) => text);
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
