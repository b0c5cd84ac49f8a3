import { endpoint } from '../../../core/http/endpoint.ts';
import { lockDefinition, selectUsedChoices, updateAttribute } from './attribute-queries.ts';
import { definedParts, requireUsedChoicesKept } from './attribute-rules.ts';

/** Changes the definition of a custom attribute; a field that the body leaves out keeps its value. */
export const changeAttribute = endpoint('PATCH /datasets/attributes/{definitionId}', {
  allow: 'SVC_CONNECTION_RESOURCE_EDIT',

  async run({ actor, tx, path, body }) {
    const known = await lockDefinition(tx, actor.tenant, path.definitionId);
    const { values = known.choices, defaults = known.defaults, description = known.description, mandatory } = body;
    const { choices, defaults: kept } = definedParts({ type: known.type, choices: values, defaults });
    if (known.type === 'enum') requireUsedChoicesKept(await selectUsedChoices(tx, known.id, choices));

    await updateAttribute(tx, {
      id: known.id,
      label: body.label.trim(),
      description,
      mandatory,
      choices,
      defaults: kept,
      author: actor.id,
    });
    return { status: 204 };
  },
});
