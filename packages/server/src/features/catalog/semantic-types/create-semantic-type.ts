import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { toSemanticTypeJson } from './json.ts';
import { insertSemanticType, selectSemanticTypes } from './queries.ts';
import { requirePartsOfKind, requireRoomForType, requireCustomType, wholeValueMatcher } from './rules.ts';

/** Adds a semantic type of the tenant. */
export const createSemanticType = endpoint('POST /datasets/semantic-types', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, body }) {
    requirePartsOfKind(body);
    if (body.expression !== undefined) wholeValueMatcher(body.expression);
    requireCustomType(body.name);
    requireRoomForType((await selectSemanticTypes(tx, actor.tenant)).length);

    const { kind, description = null, expression = null, words = null } = body;
    const type = { id: newId(), name: body.name.trim(), description, kind, expression, words };
    await insertSemanticType(tx, { ...type, tenant: actor.tenant, author: actor.id });
    return { status: 201, body: toSemanticTypeJson(type) };
  },
});
