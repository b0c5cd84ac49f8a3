import { and, sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { API_KEYS, keyStatus } from './records.ts';

/**
 * Lists API keys.
 * @rule api-keys.list.filters
 */
export const listApiKeys = endpoint('GET /api/v1/api-keys', {
  allow: 'signed-in',

  async run(call) {
    const { sort, limit, startingAfter: next, endingBefore: prev, sub, createdByUser, status } = call.query;
    const owners = [sub, createdByUser].filter((one) => one !== undefined).map((one) => sql`k.account_id = ${one}`);
    return listRecords(
      call,
      API_KEYS,
      { sort, limit, next, prev },
      {
        only: and(status === undefined ? owners : [...owners, sql`${keyStatus} = ${status}`]),
        parameters: { sub, createdByUser, status },
        names: { next: 'startingAfter', prev: 'endingBefore' },
      },
    );
  },
});
