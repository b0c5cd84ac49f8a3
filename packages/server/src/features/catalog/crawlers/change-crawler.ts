import { endpoint } from '../../../core/http/endpoint.ts';
import { lockCrawler } from './access.ts';
import { updateCrawler } from './queries.ts';
import { requireNotRunning } from './rules.ts';
import { findUnderWay } from './run-queries.ts';

/** Changes name and description of a crawler. */
export const changeCrawler = endpoint('PATCH /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');

    requireNotRunning(id, await findUnderWay(tx, { crawler: id }));

    await updateCrawler(tx, id, actor.id, { name: body.name?.trim(), description: body.description });
    return { status: 200, body: id };
  },
});
