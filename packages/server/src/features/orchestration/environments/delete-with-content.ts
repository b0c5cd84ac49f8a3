/** Deletes a locked environment with all its content, for both kinds of environments. */
import type { Tx } from '../../../core/database/db.ts';
import type { Publish } from '../../../core/events/domain-events.ts';
import type { Actor } from '../../../identity/actor.ts';
import { workspacesDeleting } from './domain-events.ts';
import { countEnvironmentUses, lockWorkspaces, removeEnvironment } from './queries.ts';
import { environmentHasNoEngine, environmentHasNoExecution, environmentHasNoPromotion } from './rules.ts';

type DeletionContext = { actor: Actor; tx: Tx; publish: Publish };

/** Deletes an environment unless an engine, a promotion or an execution needs it. */
export async function deleteWithContent({ actor, tx, publish }: DeletionContext, environment: string): Promise<void> {
  const workspaces = await lockWorkspaces(tx, environment);
  const uses = await countEnvironmentUses(tx, environment);

  environmentHasNoEngine(uses.engines);
  environmentHasNoPromotion(uses.promotions);
  environmentHasNoExecution(uses.executions);

  await publish(tx, workspacesDeleting, { workspaces });
  await removeEnvironment(tx, actor, environment);
}
