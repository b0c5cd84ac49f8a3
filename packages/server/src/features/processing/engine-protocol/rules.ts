/** The rules of the engine protocol. */
import { invalid } from '../../../core/base/problem.ts';
import type { EngineActor } from '../../../identity/actor.ts';

/**
 * The built-in engine has no pairing: the server gives it a credential at each start.
 * @rule remote-engines.credential.built-in
 */
export function requireMayUnpair<Changed>({ name }: EngineActor, changed: Changed | undefined | false): asserts changed is Changed {
  if (!changed)
    throw invalid(
      'engine_built_in',
      `The engine '${name}' comes with the server, which gives it its credential: an engine can neither renew nor give up this credential.`,
    );
}
