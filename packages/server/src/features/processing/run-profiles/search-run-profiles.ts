import { endpoint } from '../../../core/http/endpoint.ts';
import { READS_RUNTIMES } from '../remote-engines/index.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toBaseRunProfileJson } from './json.ts';
import { searchProfiles } from './queries.ts';

/** Lists the run profiles that the caller may see, by the filters of the body. */
export const searchRunProfiles = endpoint('POST /processing/run-profiles/search', {
  allow: READS_RUNTIMES,
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, body }) {
    return { status: 200, body: toPage(await searchProfiles(tx, actor, body), body, toBaseRunProfileJson) };
  },
});
