import { endpoint } from '../../../core/http/endpoint.ts';
import { lockEnvironment } from './access.ts';
import { workspacesDeleting } from './domain-events.ts';
import { countEnvironmentUses, lockWorkspaces, removeEnvironment } from './queries.ts';
import { environmentHasNoEngine, environmentHasNoExecution, environmentHasNoPromotion } from './rules.ts';

/** Deletes an environment with all its content. */
export const deleteEnvironment = endpoint('DELETE /orchestration/environments/{Id}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const environment = await lockEnvironment(tx, actor, path.Id);
    const workspaces = await lockWorkspaces(tx, environment.id);
    const uses = await countEnvironmentUses(tx, environment.id);

    environmentHasNoEngine(uses.engines);
    environmentHasNoPromotion(uses.promotions);
    environmentHasNoExecution(uses.executions);

    await publish(tx, workspacesDeleting, { workspaces });
    await removeEnvironment(tx, actor, environment.id);
    return { status: 204 };
  },
});
