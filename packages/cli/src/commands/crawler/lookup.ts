import { byName, type Noun } from '../../group.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { isId, pickOne } from '../../names.ts';

/** How a command names a crawler: by its id or name, or by the id of its connection. */
export const crawlerNoun: Noun = {
  what: 'crawler',
  argument: '<name or id>',
  async find(client, idOrName) {
    const { body } = await client.call('GET /connections/crawlers');
    if (isId(idOrName)) return body.data.find(({ connectionId }) => connectionId === idOrName)?.id ?? idOrName;
    return pickOne('crawler', idOrName, body.data, byName).id;
  },
};

/** Reads a crawler. */
export const readCrawler = async (client: Client, crawlerId: string): Promise<Schema<'Crawler'>> =>
  (await client.call('GET /connections/crawlers/{crawlerId}', { path: { crawlerId } })).body;
