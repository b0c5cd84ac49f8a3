import { endpoint } from '../../../core/http/endpoint.ts';
import { lockCrawler } from './access.ts';
import { updateCrawler } from './queries.ts';
import { requireNotRunning, selectionOf } from './rules.ts';
import { findUnderWay } from './run-queries.ts';

/** Replaces name, description and selection of a crawler. */
export const replaceCrawler = endpoint('PUT /connections/crawlers/{crawlerId}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const { id } = await lockCrawler(tx, actor, path.crawlerId, 'CRAWLING_UPDATE');

    requireNotRunning(id, await findUnderWay(tx, { crawler: id }));

    const { description = null, selectedDatasets } = body;
    const selection = selectedDatasets && selectionOf(selectedDatasets);
    await updateCrawler(tx, id, actor.id, { name: body.name.trim(), description, selection });
    return { status: 200, body: id };
  },
});
