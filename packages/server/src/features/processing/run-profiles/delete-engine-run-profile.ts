import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { removeOrReplace } from './remove-or-replace.ts';

/** Deletes a run profile of an engine. */
export const deleteEngineRunProfile = endpoint('DELETE /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: 'SVC_RUN_PROFILE_MANAGEMENT',

  async run({ actor, tx, path, query }) {
    const parameter = 'newRunProfileId';
    const tasks = await removeOrReplace(tx, actor, { engine: path.engineId }, path.runProfileId, {
      successor: query[parameter],
      status: 409,
      parameter,
    });
    const text = `The run profile is deleted; ${tasks} task${tasks === 1 ? ' has' : 's have'} another one now.`;
    return { status: 202, stream: Readable.from([text]), contentType: 'text/plain; charset=utf-8' };
  },
});
