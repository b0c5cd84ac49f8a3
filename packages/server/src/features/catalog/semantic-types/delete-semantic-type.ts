import { endpoint } from '../../../core/http/endpoint.ts';
import { removeSemanticType } from './queries.ts';

/** Deletes a semantic type of the tenant. */
export const deleteSemanticType = endpoint('DELETE /datasets/semantic-types/{semanticTypeId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path }) {
    await removeSemanticType(tx, actor.tenant, path.semanticTypeId);
    return { status: 204 };
  },
});
