/** Uses of datasets by runs. */
import type { Tx } from '../../../core/database/db.ts';
import { addUses } from './queries.ts';
import { refreshDatasets } from './refresh.ts';

/** Counts a use of each of these datasets by a run that has read it. */
export async function noteUses(tx: Tx, ids: readonly string[]): Promise<void> {
  await addUses(tx, ids);
  await refreshDatasets(tx, ids);
}
