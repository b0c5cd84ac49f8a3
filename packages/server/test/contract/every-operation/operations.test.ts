// run: own server, in parts because it calls every operation
/** Requirements that every operation meets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForEngines, operations } from '@millrace/contract';
import { comparableAnswer, comparableRefusal } from '../../support/answers.ts';
import { assertChecks, assertEach, operationTests, type Check } from '../../support/matrix.ts';
import { operationsOfThisRun } from '../../support/matrix-part.ts';
import { shapeOf } from '../../support/samples.ts';
import { startTestServer, type Answer, type Sent } from '../../support/server.ts';
import {
  checkedOperations,
  fromBlockedAddress,
  namesType,
  requiresPermission,
  tokenWithoutPermissions,
  validRequest,
  withMalformedBody,
  withMalformedPath,
  withMalformedQuery,
  withNulls,
  withoutPermission,
  withoutToken,
  withUnknownField,
  type Refusal,
  type Served,
} from '../../support/operation-requests.ts';
import { createWorld, type World } from '../../support/world.ts';
import { ACCEPTS_UNKNOWN_FIELDS, acceptsUnknownFields, namesRequest, requireRefusal, requireRequestId } from './refusals.fixture.ts';
import { digestTables, keepListeners } from './table-digests.fixture.ts';

const SETTINGS = { MILLRACE_LEASE_SECONDS: '3600', MILLRACE_TRUSTED_PROXIES: '127.0.0.1', MILLRACE_OAUTH_REGISTRATION: 'on' };

const isPublic = ({ allow }: Served): boolean => allow === 'public';
const isRead = ({ route }: Served): boolean => route.startsWith('GET ');
const hasVariables = ({ route }: Served): boolean => shapeOf(route).path.length > 0;
const hasBody = ({ route }: Served): boolean => !shapeOf(route).parts;
/** Returns whether a call without a permission may change something. The read of a listener extends its life. */
const mayChange = (operation: Served): boolean =>
  isRead(operation) ? operation.route === 'GET /api/v1/webhook-listeners/{id}/events' : !requiresPermission(operation);
const isPureRead = (operation: Served): boolean => isRead(operation) && !mayChange(operation);
/** The parameters of queries of all operations. */
const QUERY_NAMES = new Set(checkedOperations.flatMap(({ route }) => shapeOf(route).query.map(({ name }) => name)));
const omitToken = ({ token: _token, ...rest }: Sent): Sent => rest;
/** The first success status that the contract lists. */
const successOf = ({ route }: Served): number | undefined => operations[route].statuses.find((status) => status < 400);

if (operationsOfThisRun(checkedOperations).length > 0) await testEveryOperation();

async function testEveryOperation(): Promise<void> {
  const server = await startTestServer(SETTINGS);
  const world = await createWorld(server);
  const requestIds: (string | null)[] = [];
  const refused = new Map<Served, Answer[]>(checkedOperations.map((operation) => [operation, []]));
  const existingOf = ({ route }: Served): Record<string, string> | undefined => world.existing[route.split(' ')[1] ?? ''];

  async function call(route: string, sent?: Sent): Promise<Answer> {
    const answer = await server.call(route, sent);
    requestIds.push(answer.headers.get('x-request-id'));
    return answer;
  }

  async function refuses(operation: Served, refusal: Refusal): Promise<Answer> {
    const answer = await call(operation.route, refusal.sent);
    refused.get(operation)?.push(answer);
    requireRefusal(operation, answer, refusal);
    return answer;
  }

  /** A check of the operations that have such refusals. */
  const refusesEach = (refusalsOf: (operation: Served, world: World) => Refusal[]): Check<Served> => [
    (operation) => refusalsOf(operation, world).length > 0,
    (operation) => assertEach(refusalsOf(operation, world), (refusal) => refuses(operation, refusal)),
  ];

  async function asksForToken(operation: Served): Promise<void> {
    await assertEach(
      [
        [undefined, 'Bearer'],
        ['mrp_bad', 'Bearer error="invalid_token"'],
      ] as const,
      async ([token, challenge]) => {
        const { status, headers } = await call(operation.route, validRequest(operation, token));
        assert.deepEqual([status, headers.get('www-authenticate')], [401, challenge]);
      },
    );
  }

  async function hides(operation: Served): Promise<void> {
    const isEngine = isForEngines(operation.allow);
    const missing: Refusal = {
      what: 'an unknown id',
      sent: isEngine ? validRequest(operation, world.engine) : omitToken(validRequest(operation, undefined)),
      status: 404,
      code: 'not_found',
    };
    const unknown = await refuses(operation, missing);
    // Every caller that knows the path may call a public operation.
    if (isPublic(operation)) return;
    const sent = validRequest(operation, isEngine ? world.otherEngine : world.stranger, existingOf(operation));
    const foreign = await refuses(operation, { ...missing, what: 'an object of another tenant', sent });
    assert.equal(comparableRefusal(foreign), comparableRefusal(unknown), 'a hidden resource gets the same answer as a missing one');
  }

  /** The order is 401, 400, 403, 404. `requests.id.malformed` makes the request with 400, `authentication.3.permission` the one with 403. */
  async function refusesInOrder(operation: Served): Promise<void> {
    const [malformed] = withMalformedPath(operation, world);
    assert.ok(malformed, 'no malformed path');
    const sents: Sent[] = [{ ...malformed.sent, token: undefined }, validRequest(operation, world.stranger)];
    const answers = await Promise.all(sents.map((sent) => call(operation.route, sent)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 404],
    );
  }

  const hasRefusals = (operation: Served): boolean =>
    [withoutToken, withMalformedPath, withMalformedQuery, withMalformedBody].some((of) => of(operation, world).length > 0);

  /** Every refusal of the first table names its request. */
  async function assertRequestsNamed(operation: Served): Promise<void> {
    const answers = refused.get(operation) ?? [];
    assert.ok(answers.length > 0);
    await assertEach(answers, async (answer) => requireRequestId(answer));
  }

  async function assertEmptyBodyAccepted(operation: Served): Promise<void> {
    const { body: _body, ...sent } = validRequest(operation, tokenWithoutPermissions(operation, world));
    const empty: Sent = isRead(operation) ? { headers: { 'content-type': 'application/json' } } : { text: '' };
    const [without, withEmpty] = await Promise.all([call(operation.route, sent), call(operation.route, { ...sent, ...empty })]);
    assert.equal(withEmpty.status, without.status, JSON.stringify(withEmpty.body));
  }

  const requestOf = (operation: Served): Sent => {
    const sent = {
      ...validRequest(operation, tokenWithoutPermissions(operation, world), existingOf(operation)),
      ...world.sent[operation.route],
    };
    // Without a token, the call is made as the administrator, who sees everything.
    return isForEngines(operation.allow) || isPublic(operation) ? sent : omitToken(sent);
  };

  /** The unchanged reads, with which several checks compare a changed one. */
  const reads = new Map<Served, Promise<[Sent, Answer]>>();
  async function read(operation: Served): Promise<[Sent, Answer]> {
    const sent = requestOf(operation);
    const answer = await call(operation.route, sent);
    assert.equal(answer.status, successOf(operation), JSON.stringify(answer.body));
    return [sent, answer];
  }

  /** Asserts that a changed read has the same answer as without the change. */
  async function answersAlike(operation: Served, change: Sent, route: string = operation.route): Promise<void> {
    const unchanged = reads.get(operation) ?? read(operation);
    reads.set(operation, unchanged);
    const [sent, plain] = await unchanged;
    const query = { ...sent.query, ...change.query };
    const changed = await call(route, { ...sent, ...change, query, headers: { ...sent.headers, ...change.headers } });
    assert.deepEqual([changed.status, comparableAnswer(changed)], [plain.status, comparableAnswer(plain)]);
  }

  /** Sends a parameter that no operation knows, and those of other operations, twice each. */
  function ignoresUnknownParameter(operation: Served): Promise<void> {
    const own = new Set(shapeOf(operation.route).query.map(({ name }) => name));
    const others = [...QUERY_NAMES].filter((name) => !own.has(name)).map((name) => [name, ['zz', 'zz']]);
    return answersAlike(operation, { query: { unknown_parameter: '1', ...Object.fromEntries(others) } });
  }

  const ignoresAccept = (operation: Served): Promise<void> =>
    assertEach(['image/png', 'text/html;q=0.1', 'no media type', ''], (accept) => answersAlike(operation, { headers: { accept } }));

  async function ignoresTrailingSlash(operation: Served): Promise<void> {
    if (isRead(operation)) return answersAlike(operation, {}, `${operation.route}/`);
    const sent = validRequest(operation, undefined, isPublic(operation) ? existingOf(operation) : undefined);
    const [plain, withSlash] = await Promise.all([call(operation.route, sent), call(`${operation.route}/`, sent)]);
    assert.equal(withSlash.status, plain.status);
    return assert.notEqual(withSlash.status, 404);
  }

  const answersAsContractSays = async (operation: Served): Promise<void> => {
    const { status, body } = await call(operation.route, validRequest(operation, undefined));
    assert.ok(status < 500, JSON.stringify(body));
  };

  await keepListeners(server);
  const contents = await digestTables(server);

  for (const { title, holds } of operationTests(
    checkedOperations,
    {
      'authentication.1.bearer': [(operation) => !isPublic(operation), asksForToken],
      'authentication.3.missing': refusesEach(withoutToken),
      'ip-allowlist.enforce.first': refusesEach(fromBlockedAddress),
      'authentication.3.permission': refusesEach(withoutPermission),
      'requests.id.malformed': refusesEach(withMalformedPath),
      'an invalid query is refused, and the error names the parameter': refusesEach(withMalformedQuery),
      'an invalid body is refused, and the error names the field': refusesEach(withMalformedBody),
      'requests.body.null': refusesEach(withNulls),
      'requests.body.unknown-field': refusesEach(withUnknownField),
      'requests.id.hidden': [(operation) => hasVariables(operation) && !namesType(operation), hides],
      'requests.refusal.order': [(operation) => requiresPermission(operation) && hasVariables(operation), refusesInOrder],
      'requests.body.empty': [(operation) => hasBody(operation) && !mayChange(operation), assertEmptyBodyAccepted],
    },
    {
      'errors.body.request-id': [(operation) => namesRequest(operation) && hasRefusals(operation), assertRequestsNamed],
      // The answers of these calls are compared, so no others are made meanwhile. Another call may change an answer, for example when a token was
      // last used.
      'requests.query.unknown': [isPureRead, ignoresUnknownParameter],
      'requests.accept.any': [isPureRead, ignoresAccept],
      'requests.path.trailing-slash': [
        (operation) => isPureRead(operation) || !(isRead(operation) || isPublic(operation)),
        ignoresTrailingSlash,
      ],
    },
  ))
    test(title, holds);

  test('requests.refusal.nothing-behind', async () => {
    const after = await digestTables(server);
    const changed = Object.keys(after).filter((table) => after[table] !== contents[table]);
    assert.deepEqual([changed, Object.keys(after)], [[], Object.keys(contents)]);
    assert.equal((await server.files()).length, 1, 'only the bundle that was published');
  });

  // These calls follow the comparison of the tables.
  test('calls that may change something', () =>
    assertEach(
      operationsOfThisRun(checkedOperations).filter(mayChange),
      (operation) =>
        assertChecks(
          [
            {
              'answers as its contract says': [isPublic, answersAsContractSays],
              'requests.body.empty': [hasBody, assertEmptyBodyAccepted],
            },
            {
              'requests.query.unknown': [isRead, ignoresUnknownParameter],
              'requests.accept.any': [isRead, ignoresAccept],
              'requests.path.trailing-slash': [(one) => isRead(one) || isPublic(one), ignoresTrailingSlash],
            },
          ],
          operation,
        ),
      ({ route }) => route,
    ));

  test('requests.answer.request-id', async () => {
    for (const route of ['GET /no/such/operation', 'PATCH /healthz', 'GET /orchestration/%zz']) {
      const answer = await call(route);
      assert.ok([404, 405, 400].includes(answer.status), route);
      requireRequestId(answer);
    }
    assert.equal(new Set(requestIds).size, requestIds.length, 'each answer has an id of its own');
  });

  test('for every operation with variables in its path there is an existing resource', () => {
    const missing = checkedOperations.filter((one) => hasVariables(one) && !existingOf(one));
    assert.deepEqual(
      missing.map(({ route }) => route),
      [],
    );
  });

  test('requests.body.unknown-field: holds for every body, except those to which existing clients send more fields', () => {
    const open = checkedOperations.filter((operation) => acceptsUnknownFields(operation, world)).map(({ route }) => route as string);
    assert.deepEqual(open.toSorted(), ACCEPTS_UNKNOWN_FIELDS.toSorted());
  });
}
