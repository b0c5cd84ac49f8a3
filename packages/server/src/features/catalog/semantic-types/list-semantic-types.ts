import { endpoint } from '../../../core/http/endpoint.ts';
import { BUILT_IN_TYPES } from './built-in-types.ts';
import { toBuiltInTypeJson, toSemanticTypeJson } from './json.ts';
import { selectSemanticTypes } from './queries.ts';

/** Lists the built-in semantic types and those of the tenant. */
export const listSemanticTypes = endpoint('GET /datasets/semantic-types', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    const own = await selectSemanticTypes(tx, actor.tenant);
    return { status: 200, body: [...own.map(toSemanticTypeJson), ...BUILT_IN_TYPES.map(toBuiltInTypeJson)] };
  },
});
