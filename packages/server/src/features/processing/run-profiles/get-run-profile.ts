import { endpoint } from '../../../core/http/endpoint.ts';
import { READS_RUNTIMES } from '../remote-engines/index.ts';
import { findProfile } from './access.ts';
import { toRunProfileJson } from './json.ts';

/** Reads a run profile of an engine, cluster or environment. */
export const getRunProfile = endpoint('GET /processing/run-profiles/{id}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, 'any', path.id)) };
  },
});
