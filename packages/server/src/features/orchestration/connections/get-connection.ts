import { endpoint } from '../../../core/http/endpoint.ts';
import { findConnection } from './access.ts';
import { toConnectionJson } from './json.ts';

/** Reads a connection. */
export const getConnection = endpoint('GET /orchestration/connections/{connectionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toConnectionJson(await findConnection(tx, actor, path.connectionId, 'VIEW')) };
  },
});
