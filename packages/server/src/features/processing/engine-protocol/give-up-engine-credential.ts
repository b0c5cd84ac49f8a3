import { endpoint } from '../../../core/http/endpoint.ts';
import { endLeases } from '../task-executions/index.ts';
import { removeCredentials } from '../remote-engines/index.ts';
import { requireMayUnpair } from './rules.ts';

/**
 * Unpairs an engine at its own request.
 * @rule remote-engines.credential.give-up
 */
export const giveUpEngineCredential = endpoint('DELETE /engine/v1/credential', {
  allow: 'engine',

  async run({ engine, tx }) {
    requireMayUnpair(engine, await removeCredentials(tx, engine.engineId));

    await endLeases(tx, engine.engineId);
    return { status: 204 };
  },
});
