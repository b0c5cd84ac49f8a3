/** Roles as resources of SCIM. `accounts/people` has their rules and statements. */
import { asWritten, neutralWord, type WordsSent } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRole, changeRole, lockRole, permissionsOfRole, removeRole, roleColumns, type RoleRow, ROLE_ROWS } from '../people/index.ts';
import { isScimObject, type ScimObject, checkedAs, limitedText } from './bodies.ts';
import { commonColumns, type ScimKind, type ScimRow } from './resources.ts';
import { ROLE_SCHEMA } from './schemas.ts';

type Row = RoleRow & ScimRow;

/** Roles as resources. */
export const SCIM_ROLES: ScimKind<Row> = {
  schema: ROLE_SCHEMA,
  known: {
    columns: {
      ...commonColumns(ROLE_SCHEMA, sql`r`),
      name: { kind: 'text', value: sql`r.name` },
    },
    lists: {
      entitlements: {
        among: permissionsOfRole,
        columns: { value: { kind: 'word', value: sql`rp.permission` } },
      },
    },
  },
  rows: {
    ...ROLE_ROWS,
    columns: sql`${roleColumns}, r.external_id, r.created_at, r.updated_at`,
  },

  toAttributes: ({ name, permissions, vendor_words: words }) => ({
    name,
    entitlements: asWritten(permissions, words).map((value) => ({ value })),
  }),

  create: async ({ tx, actor, wordsSent }, wanted) => addRole(tx, actor, toRole(wanted, wordsSent)),
  lock: ({ tx, actor }, id) => lockRole(tx, actor, id),
  replace: async ({ tx, actor, wordsSent }, row, wanted) => changeRole(tx, actor, row, toRole(wanted, wordsSent, row)),
  async remove({ tx, actor }, row) {
    await removeRole(tx, actor, row);
  },
  requireAllowedAttributes: requireEntitlements,
};

/**
 * Null takes no permission from a role: programs send it for what they do not set.
 * @rule scim.roles.null
 */
function requireEntitlements(attributes: unknown): void {
  if (!isScimObject(attributes)) return;
  if (Object.entries(attributes).some(([name, value]) => value === null && isEntitlements(name)))
    throw invalid('invalid_value', "The attribute 'entitlements' must not be null: send an empty list for a role without permissions.");
}

const isEntitlements = (name: string): boolean => /(?:^|:)entitlements$/i.test(name.trim());

/** Reads a role. The schema of the request knows no attributes, so its words are those of the entitlements; after a PATCH, they are spelled as kept. */
function toRole(wanted: ScimObject, { getsOneSpelling }: WordsSent, known?: ScimRow) {
  const values = ((wanted['entitlements'] ?? []) as { value?: string }[]).map(({ value }) => value ?? '');
  const isTheirs = (word: string): boolean => neutralWord(word) !== word;
  const asTheirs = new Set(values.filter(isTheirs).map(neutralWord));
  const wordsSent = { asTheirs, asOurs: new Set(values.filter((word) => !isTheirs(word))), getsOneSpelling };
  const { name, permissions = [] } = checkedAs('RoleRequest', { name: wanted['name'], permissions: values });
  return { name, permissions, wordsSent, externalId: limitedText(wanted, 'externalId', known?.external_id) };
}
