import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { BUILT_IN_TYPES } from './built-in-types.ts';
import { toBuiltInTypeJson, toSemanticTypeJson } from './json.ts';
import { insertSemanticType, removeSemanticType, selectSemanticTypes } from './rows.ts';
import { requireCustomType, requirePartsOfKind, requireRoomForType, wholeValueMatcher } from './rules.ts';

/** Lists the built-in semantic types and those of the tenant. */
export const listSemanticTypes = endpoint('GET /datasets/semantic-types', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    const own = await selectSemanticTypes(tx, actor.tenant);
    return { status: 200, body: [...own.map(toSemanticTypeJson), ...BUILT_IN_TYPES.map(toBuiltInTypeJson)] };
  },
});

/** Adds a semantic type of the tenant. */
export const createSemanticType = endpoint('POST /datasets/semantic-types', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, body }) {
    requirePartsOfKind(body);
    // Refuses an expression that cannot be compiled.
    if (body.expression !== undefined) wholeValueMatcher(body.expression);
    requireCustomType(body.name);
    requireRoomForType((await selectSemanticTypes(tx, actor.tenant)).length);

    const { kind, description = null, expression = null, words = null } = body;
    const type = { id: newId(), name: body.name.trim(), description, kind, expression, words };
    await insertSemanticType(tx, { ...type, tenant: actor.tenant, author: actor.id });
    return { status: 201, body: toSemanticTypeJson(type) };
  },
});

/** Deletes a semantic type of the tenant. */
export const deleteSemanticType = endpoint('DELETE /datasets/semantic-types/{semanticTypeId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path }) {
    await removeSemanticType(tx, actor.tenant, path.semanticTypeId);
    return { status: 204 };
  },
});
