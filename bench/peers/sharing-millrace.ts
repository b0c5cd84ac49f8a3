/** Millrace in P10: the code of the product for checks and changes of sharings, in a process that does nothing else. */
import { Database } from '../../packages/server/src/core/database/db.ts';
import { StatementBatcher } from '../../packages/server/src/core/database/statement-batcher.ts';
import { findEntityInBatch, lockEntity } from '../../packages/server/src/features/sharing/sharing/entity-rows.ts';
import { changeSet } from '../../packages/server/src/features/sharing/sharing/set-changes.ts';
import { LEVELS } from '../../packages/server/src/features/sharing/sharing/entity-types.ts';
import { Problem } from '../../packages/server/src/core/base/problem.ts';
import type { Actor } from '../../packages/server/src/identity/actor.ts';
import { accountOf, idOf, type SharingSize } from '../sharing-seed.ts';
import { serveSharings } from './sharing-load.ts';
import { databaseUrl } from './serve.ts';

const size = JSON.parse(process.env['SIZE'] ?? '{}') as SharingSize;
const db = new Database({ url: databaseUrl(), onError: (error) => console.error(error) });
const batcher = new StatementBatcher(db);

const actorOf = (account: number): Actor => ({
  id: idOf('account', account),
  tenant: process.env['TENANT'] ?? '',
  login: '',
  userType: 'HUMAN',
  permissions: new Set(),
  allowlist: null,
});

serveSharings({
  check: async ({ account, dataset, level }) => {
    try {
      const found = await findEntityInBatch(batcher, actorOf(account), { entityType: 'dataset', entityId: idOf('dataset', dataset) });
      return found.level >= level;
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return false;
      throw error;
    }
  },
  // The owner gives the level, in one transaction. It keeps its own level.
  write: ({ account, dataset, level }) => {
    const owner = accountOf(dataset, 0, size);
    const actor = actorOf(owner);
    const code = LEVELS[level - 1]?.code ?? 'READER';
    if (account === owner) return Promise.resolve();
    return db.transaction(async (tx) => {
      const key = { entityType: 'dataset', entityId: idOf('dataset', dataset) };
      const entity = await lockEntity(tx, actor, key);
      await changeSet(
        { tx, actor },
        entity,
        key,
        { users: [{ userId: idOf('account', account), level: { code } }] },
        { isWholeSet: false },
      );
    });
  },
  stop: () => db.close(),
});
