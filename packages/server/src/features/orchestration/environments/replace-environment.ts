import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEnvironment } from './access.ts';
import { updateEnvironment } from './queries.ts';

/** Replaces the name, description and number of cloud engines of an environment. */
export const replaceEnvironment = endpoint('PUT /orchestration/environments/{Id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const environment = await lockEnvironment(tx, actor, path.Id);

    await updateEnvironment(tx, actor, environment.id, {
      name: body.name.trim(),
      description: body.description ?? null,
      maxCloudContainers: body.maxCloudContainers ?? 0,
    });
    return { status: 204 };
  },
});
