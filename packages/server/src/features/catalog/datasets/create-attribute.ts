import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { insertAttribute, selectBusinessIds } from './attribute-queries.ts';
import { businessIdOf, definedParts } from './attribute-rules.ts';

/** Defines a custom attribute. */
export const createAttribute = endpoint('POST /datasets/attributes', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, body }) {
    const { type, values = [], defaults = [], mandatory, description = null } = body;
    const parts = definedParts({ type, choices: values, defaults });

    const id = newId();
    const label = body.label.trim();
    const businessId = body.businessId ?? businessIdOf(label, await selectBusinessIds(tx, actor.tenant));
    await insertAttribute(tx, { id, tenant: actor.tenant, businessId, label, description, mandatory, ...parts, author: actor.id });
    return { status: 201, body: { definitionId: id } };
  },
});
