import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEnvironment } from './access.ts';
import { deleteWithContent } from './delete-with-content.ts';

/** Deletes an environment with all its content. */
export const deleteEnvironment = endpoint('DELETE /orchestration/environments/{Id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const environment = await lockEnvironment(tx, actor, path.Id);

    await deleteWithContent({ actor, tx, publish }, environment.id);
    return { status: 204 };
  },
});
