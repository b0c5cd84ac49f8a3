import { endpoint } from '../../../core/http/endpoint.ts';
import { findDatasetFor } from './access.ts';
import { selectTrustScores } from './queries.ts';
import { toAxesJson } from './trust-axes.ts';

/** Lists the trust scores that a dataset has had, newest first. */
export const listTrustScores = endpoint('GET /datasets/{datasetId}/trust-scores', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path }) {
    const rows = await selectTrustScores(tx, await findDatasetFor(tx, actor, path.datasetId, 'DATASET_READ'));
    return { status: 200, body: rows.map(({ scored_at: at, score, axes }) => ({ score, scoredAt: at.getTime(), axes: toAxesJson(axes) })) };
  },
});
