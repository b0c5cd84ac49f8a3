import { endpoint } from '../../../core/http/endpoint.ts';
import { removeSharings } from '../../sharing/sharing/index.ts';
import { lockCrawler } from './access.ts';
import { removeCrawler } from './queries.ts';
import { requireNotRunning } from './rules.ts';
import { findUnderWay } from './run-queries.ts';

/** Deletes a crawler. Its datasets stay. */
export const deleteCrawler = endpoint('DELETE /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_DELETE');

    requireNotRunning(id, await findUnderWay(tx, { crawler: id }));

    if (await removeCrawler(tx, id, actor.id)) await removeSharings(tx, 'crawler', [id]);
    return { status: 204 };
  },
});
