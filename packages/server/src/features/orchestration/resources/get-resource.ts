import { endpoint } from '../../../core/http/endpoint.ts';
import { findResource } from './access.ts';
import { toResourceJson } from './json.ts';

/** Reads a resource. */
export const getResource = endpoint('GET /orchestration/resources/{resourceId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toResourceJson(await findResource(tx, actor, path.resourceId)) };
  },
});
