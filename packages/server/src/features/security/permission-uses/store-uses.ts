/** Stores the times at which accounts last used their permissions. */
import type { Timer } from '../../../core/background/jobs.ts';
import { upsertUses } from './queries.ts';

/** Stores the uses that a process has recorded. They are at most half a minute late. */
export const storePermissionUsesTimer: Timer = {
  name: 'store-permission-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of permissions',
  run: ({ db, permissionUses }) => permissionUses.flush((uses) => upsertUses(db.writer, [...uses.values()])),
};
