import { endpoint } from '../../../core/http/endpoint.ts';
import { entityTypeOf, LEVELS } from './entity-types.ts';

/** Lists the levels of entities of a type. */
export const listSharingLevels = endpoint('GET /sharing/sharings/levels/{entityType}', {
  allow: 'signed-in',

  run: ({ path }) => Promise.resolve({ status: 200, body: entityTypeOf(path.entityType) ? [...LEVELS] : [] }),
});
