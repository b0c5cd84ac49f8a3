import { endpoint } from '../../../core/http/endpoint.ts';
import { refreshDatasets } from './refresh.ts';
import { lockDefinition, removeAttribute } from './attribute-queries.ts';

/** Deletes the definition of a custom attribute with its values. */
export const deleteAttribute = endpoint('DELETE /datasets/attributes/{definitionId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path }) {
    const { id } = await lockDefinition(tx, actor.tenant, path.definitionId);
    await refreshDatasets(tx, await removeAttribute(tx, id));
    return { status: 204 };
  },
});
