import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { lockEligibles, shareNew } from '../../sharing/sharing/index.ts';
import { lockCatalogConnection } from '../catalog-connections/index.ts';
import { requireCrawlRight } from './access.ts';
import { hasCrawler, insertCrawler, insertCrawlerSharings } from './queries.ts';
import { requireKnownGrantees, crawlerExists, givenLevels, requireJdbcConnection, selectionOf } from './rules.ts';
import { findSite } from './run-queries.ts';

/**
 * Creates the crawler of a connection. The connection is locked, so that two calls at once do not create two.
 * @rule crawlers.create.one
 */
export const createCrawler = endpoint('POST /connections/crawlers', {
  allow: 'signed-in',

  async run({ actor, tx, body }) {
    const connection = await lockCatalogConnection(tx, actor, body.connectionId, 'CONNECTION_UPDATE');
    await requireCrawlRight(tx, actor, connection.id);
    const given = givenLevels(body.sharings ?? []);
    const eligible = await lockEligibles(
      tx,
      actor,
      given.flatMap(({ user }) => user ?? []),
      given.flatMap(({ group }) => group ?? []),
    );

    requireJdbcConnection((await findSite(tx, connection.id)).type_id);
    requireKnownGrantees(given, eligible);
    if (await hasCrawler(tx, connection.id)) throw crawlerExists(connection.id);

    const id = newId();
    const { description = null, selectedDatasets } = body;
    const selection = selectionOf(selectedDatasets);
    await insertCrawler(tx, {
      id,
      tenant: actor.tenant,
      connection: connection.id,
      name: body.name.trim(),
      description,
      selection,
      author: actor.id,
    });
    await insertCrawlerSharings(tx, id, given);
    await shareNew(tx, { tenant: actor.tenant, type: 'crawler', id, owner: actor.id });
    return { status: 201, body: { id } };
  },
});
