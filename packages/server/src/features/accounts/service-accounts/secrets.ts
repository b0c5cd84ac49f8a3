/** The secrets of service accounts. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { insertSecret, type SecretRow } from './queries.ts';

const HINT_CHARACTERS = 5;

/** Adds a secret to an account. Only its hash is stored. */
export async function addSecret(tx: Tx, tokens: Tokens, account: string): Promise<Schema<'CreatedServiceAccountSecret'>> {
  const { secret, hash } = tokens.create('serviceAccount');
  const row = await insertSecret(tx, { id: newId(), account, hash, hint: secret.slice(-HINT_CHARACTERS) });
  return { ...toSecretJson(row), secret };
}

/** Converts a row to ServiceAccountSecret. */
export const toSecretJson = (row: SecretRow): Schema<'ServiceAccountSecret'> => ({
  id: row.id,
  hint: row.hint,
  createdDate: row.created_at.toISOString(),
});
