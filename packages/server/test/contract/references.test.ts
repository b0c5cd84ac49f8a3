// run: in parts because it calls every operation
/** Ids in bodies and queries: an id of another tenant gets the same answer as an unknown id, and both change nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForEngines } from '@millrace/contract';
import { sql } from '../../src/core/database/sql.ts';
import { always, operationTests, assertEach } from '../support/matrix.ts';
import { operationsOfThisRun } from '../support/matrix-part.ts';
import { makeObjects, placesOf, withId, type Kind, type Place } from '../support/references.ts';
import { startTestServer, type Answer, type TestServer } from '../support/server.ts';
import { served, type Served } from '../support/operation-requests.ts';
import { inputsFor } from './references.fixture.ts';

/** Places at which an own id gets the same answer as an unknown id: the engine does not hold the execution, or the profile belongs to an engine. */
const SAME_ANSWER = new Set<string>([
  // The environment has neither failures nor automatic starts.
  'POST /monitoring/observability/executions/causes environmentId',
  'POST /monitoring/observability/starts/search environmentId',
  'DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId} runProfileId',
  'POST /engine/v1/claims running[].executionId',
  'POST /engine/v1/claims gone[]',
  'POST /engine/v1/beats running[].executionId',
  'PUT /engine/v1/dynamic-engine/status environments[].linkId',
]);

/** Returns whether ids only filter a list. */
const isFilter = ({ route }: Served): boolean =>
  route.startsWith('GET') ||
  /\/(?:search|download|metrics\/component|executions\/(?:counts|causes)|starts\/latest|(?:tasks|plans)\/overview)$/.test(route) ||
  route === 'POST /processing/executables/tasks/executions';

/** Fields that differ in every answer. */
const VARYING = new Set(['requestId', 'traceId', 'waitedMilliseconds', 'timestamp']);

/** Returns an answer without the id and the fields that differ in every answer. */
const masked = ({ status, body }: Answer, id: string): object => {
  const text = JSON.stringify(body ?? null).replaceAll(id, 'the id');
  return { status, body: JSON.parse(text, (key, value) => (VARYING.has(key) ? undefined : value)) };
};

/** The places of ids in the input of an operation whose kind is known. */
type KnownPlace = Place & { kind: Kind };
const isKnown = (place: Place): place is KnownPlace => place.kind !== undefined;
const knownPlaces = ({ route }: Pick<Served, 'route'>): KnownPlace[] => (placesByRoute.get(route) ?? []).filter(isKnown);
const placesByRoute = new Map(served.map((operation) => [operation.route, placesOf(operation)]));
const checkedPlaces = ({ route }: Served): KnownPlace[] => knownPlaces({ route }).filter(({ at }) => !SAME_ANSWER.has(`${route} ${at}`));
const operationsWithIds = served.filter((operation) => knownPlaces(operation).length > 0);

if (operationsOfThisRun(operationsWithIds).length > 0) await testReferences();

test('the kind of every id is known', () => {
  const unknown = served.flatMap(({ route }) =>
    (placesByRoute.get(route) ?? []).flatMap((place) => (isKnown(place) ? [] : [`${route} ${place.at}`])),
  );
  assert.deepEqual(unknown, [], 'add the kind in test/support/references.ts, and other input of the operation in references.fixture.ts');
});

/** Returns the tables in which only requests change rows. */
async function listTables({ platform }: TestServer): Promise<string[]> {
  const rows = await platform.db.reader.rows<{ name: string }>(sql`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public'
      -- The process stores the uses of permissions and refused requests of OAuth clients by timers, and the calls of rate tiers at once.
      and table_name not in ('permission_use', 'oauth_refusal', 'rate_count')
      and table_type = 'BASE TABLE'
      -- A batch in which each entry is refused leaves an entry, too; the test client counts those of all answers.
      and table_name !~ '^audit_entry'`);
  return rows.map(({ name }) => name);
}

async function testReferences(): Promise<void> {
  // Without a worker, only requests change the tables.
  const server = await startTestServer({ MILLRACE_ROLE: 'api' });
  const { call, count, make } = server;
  const own = await makeObjects(server, await make.tenant());
  const foreign = await makeObjects(server, await make.otherTenant());
  const tables = await listTables(server);
  const inputFor = await inputsFor(server, own);

  async function answerTo({ route, allow }: Served, place: Place, id: string): Promise<{ status: number; answer: object }> {
    const token = allow === 'dynamic-engine' ? own.operator : allow === 'engine' ? own.credential : own.token;
    const answer = await call(route, { ...withId(inputFor(route, place), place, id), token });
    return { status: answer.status, answer: masked(answer, id) };
  }

  /** The answers to unknown ids, by the place. */
  const ofUnknownIds = new Map<Place, object>();

  async function hidesForeignIds(operation: Served): Promise<void> {
    const before = await count(...tables);
    await assertEach(
      knownPlaces(operation),
      async (place) => {
        const ofForeignId = await answerTo(operation, place, foreign[place.kind]);
        const ofUnknownId = await answerTo(operation, place, crypto.randomUUID());
        ofUnknownIds.set(place, ofUnknownId.answer);
        assert.deepEqual(ofForeignId.answer, ofUnknownId.answer, 'the answer reveals that the id belongs to another tenant');
        // A batch answers 207, with a result for each entry.
        if (!isForEngines(operation.allow) && !isFilter(operation))
          assert.ok([207, 400, 403, 404].includes(ofUnknownId.status), String(ofUnknownId.status));
      },
      ({ at }) => at,
    );
    assert.deepEqual(await count(...tables), before);
  }

  async function checksIds(operation: Served): Promise<void> {
    for (const place of checkedPlaces(operation)) {
      const { answer } = await answerTo(operation, place, own[place.kind]);
      const details = `${place.at}: the server does not check the id: ${JSON.stringify(answer).slice(0, 200)}`;
      assert.notDeepEqual(answer, ofUnknownIds.get(place), details);
    }
  }

  for (const { title, holds } of operationTests(
    operationsWithIds,
    { 'an id of another tenant gets the same answer as an unknown id, and both change nothing': [always, hidesForeignIds] },
    { 'an own id gets another answer than an unknown id': [(operation) => checkedPlaces(operation).length > 0, checksIds] },
  ))
    test(title, holds);
}
