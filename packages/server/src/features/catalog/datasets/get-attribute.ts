import { endpoint } from '../../../core/http/endpoint.ts';
import { toAttributeJson } from './attribute-json.ts';
import { findDefinition } from './attribute-queries.ts';

/** Reads the definition of a custom attribute. */
export const getAttribute = endpoint('GET /datasets/attributes/{definitionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, query: { includeMetadata = true } }) {
    return { status: 200, body: toAttributeJson(await findDefinition(tx, actor.tenant, path.definitionId), includeMetadata) };
  },
});
