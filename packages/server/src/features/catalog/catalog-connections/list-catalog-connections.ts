import { endpoint } from '../../../core/http/endpoint.ts';
import { sql } from '../../../core/database/sql.ts';
import { compileQuery } from '../query-language/index.ts';
import { toConnectionListJson } from './json.ts';
import { selectCatalogConnections } from './queries.ts';
import { connectionSource } from './query-fields.ts';

/** Lists the connections of the catalogue that the caller can reach. */
export const listCatalogConnections = endpoint('GET /connections', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query: { serviceQlQuery } }) {
    const condition = serviceQlQuery?.trim() ? await compileQuery(tx, serviceQlQuery, connectionSource(actor)) : sql`true`;
    const rows = await selectCatalogConnections(tx, actor, condition);
    return { status: 200, body: rows.map((row) => toConnectionListJson(actor, row)) };
  },
});
