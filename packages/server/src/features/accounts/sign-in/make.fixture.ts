/** Makers of people that can sign in, for tests. */
import type { Permission, Right } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import type { Making } from '../../../../test/support/making.ts';
import type { MadeUser } from '../users/make.fixture.ts';
import { PasswordHasher } from './passwords.ts';

/** A person with a password. */
export type MadePerson = MadeUser & { password: string };

type Options = { tenant?: string; permissions?: readonly Permission[]; rights?: Record<string, readonly Right[]>; active?: boolean };
type Users = { user(options: Options): Promise<MadeUser> };

/** Makes people with passwords. */
export function personMakers({ db }: Making, { user }: Users) {
  const hasher = new PasswordHasher();
  return {
    person: async (options: Options = {}): Promise<MadePerson> => {
      const made = await user(options);
      const password = `a password of ${made.login}`;
      await db.writer.rows(sql`insert into account_password (account_id, hash) values (${made.id}, ${await hasher.hash(password)})`);
      return { ...made, password };
    },
  };
}
