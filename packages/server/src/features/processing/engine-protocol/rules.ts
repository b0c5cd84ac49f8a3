/** The rules of the engine protocol. */
import { invalid } from '../../../core/base/problem.ts';
import type { EngineActor } from '../../../identity/actor.ts';

/**
 * Only an engine that was paired by a key renews its credential or gives it up. The built-in engine gets one from the server at each start. `changed` is
 * what the statement has changed; it changes nothing for the built-in engine.
 * @rule remote-engines.credential.built-in
 */
export function requirePairedByKey<Changed>({ name }: EngineActor, changed: Changed | undefined | false): asserts changed is Changed {
  if (!changed)
    throw invalid(
      'engine_built_in',
      `The engine '${name}' comes with the server, which gives it its credential: an engine can neither renew nor give up this credential.`,
    );
}
