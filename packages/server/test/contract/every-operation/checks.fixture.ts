/** Requirements that every operation meets. Each wing of the API has a test file beside this one. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isForEngines, operations } from '@millrace/contract';
import { folderOf } from '../../../../../scripts/house/sections.ts';
import { resolved, shapeOf } from '../../support/samples.ts';
import { errorOf } from '../../support/refusals.ts';
import { startTestServer, type Answer, type Sent } from '../../support/server.ts';
import { comparableAnswer, comparableRefusal } from '../../support/answers.ts';
import {
  validRequest,
  fromBlockedAddress,
  requiresPermission,
  namesType,
  checkedOperations,
  tokenWithoutPermissions,
  withMalformedBody,
  withMalformedPath,
  withMalformedQuery,
  withNulls,
  withoutPermission,
  withoutToken,
  withUnknownField,
  type Refusal,
  type Served,
} from '../../support/walk.ts';
import { createWorld, type World } from '../../support/world.ts';
import { digestTables, keepListeners } from './table-digests.fixture.ts';

/** The tests of different operations are independent, and calls mostly wait for the database, so several run at a time. */
const AT_ONCE = { concurrency: 4 };
const SETTINGS = { MILLRACE_LEASE_SECONDS: '3600', MILLRACE_TRUSTED_PROXIES: '127.0.0.1', MILLRACE_OAUTH_REGISTRATION: 'on' };

/** Operations whose bodies may have fields that the contract does not name, because existing clients send them. */
const ACCEPTS_UNKNOWN_FIELDS = [
  'PUT /orchestration/executables/tasks/{taskId}/run-config',
  // SCIM: names of attributes count in any letter case, and identity providers send attributes of other schemas.
  ...['Users', 'Groups', 'Roles'].flatMap((name) => [`POST /scim/v2/${name}`, `PUT /scim/v2/${name}/{id}`]),
  // RFC 6749, section 3.2: unknown parameters are ignored.
  ...['token', 'revoke', 'introspect', 'device_authorization', 'register'].map((name) => `POST /oauth/${name}`),
];

const hasVariables = ({ route }: Served): boolean => shapeOf(route).path.length > 0;
const acceptsBody = ({ route }: Served): boolean => Boolean(shapeOf(route).body ?? shapeOf(route).parts);
/** Returns whether the body is more than a list of texts. */
const acceptsFields = (operation: Served): boolean =>
  acceptsBody(operation) && resolved(shapeOf(operation.route).body?.items ?? {}).type !== 'string';

/** Asserts that an answer has the error body of the surface, with the expected status, code and names. */
function isRefused({ surface }: Served, answer: Answer, { what, status, code, names = '' }: Refusal): void {
  const { body, headers } = answer;
  const details = `${what}: ${answer.status} ${JSON.stringify(body)}`;
  assert.equal(answer.status, status, details);
  const subject = status === 404 ? { noun: '', id: '' } : undefined;
  const example = surface({ status, code, message: '', subject }, '') as { status: unknown };
  assert.deepEqual(Object.keys(body).toSorted(), Object.keys(example).toSorted(), details);
  assert.equal(body.status, example.status, details);
  if (namesRequest({ surface })) assert.equal(body.requestId, headers.get('x-request-id'), details);
  if ('traceId' in body) assert.equal(body.traceId, headers.get('x-request-id')?.replaceAll('-', ''), details);
  const error = errorOf(body);
  assert.equal(error.code, code, details);
  assert.ok(error.message.length > 0 && error.message.includes(names), details);
}

/** The first success status that the contract lists. */
const successOf = ({ route }: Served): number | undefined => operations[route].statuses.find((status) => status < 400);

/** Returns whether the error body has the id of the request. For SCIM it has not, because no further members are allowed; the id is in the header only. */
const namesRequest = ({ surface }: Pick<Served, 'surface'>): boolean => 'requestId' in surface({ status: 400, code: '', message: '' }, '');

const omitToken = ({ token: _token, ...rest }: Sent): Sent => rest;

/** Declares the tests of the operations of one wing, with a server and a world of their own. */
export async function checkOperations(wing: string): Promise<void> {
  const server = await startTestServer(SETTINGS);
  const world = await createWorld(server);
  const served = checkedOperations.filter(({ route }) => folderOf(operations[route].section)?.startsWith(`${wing}/`));
  const reads = served.filter(({ route }) => route.startsWith('GET '));

  async function refuses(operation: Served, refusals: readonly Refusal[]): Promise<void> {
    for (const refusal of refusals) isRefused(operation, await server.call(operation.route, refusal.sent), refusal);
  }

  /** Declares one test for each operation that has refusals. */
  function testRefusals(refusalsOf: (operation: Served, world: World) => Refusal[]): void {
    for (const operation of served) {
      const refusals = refusalsOf(operation, world);
      if (refusals.length > 0) test(operation.route, () => refuses(operation, refusals));
    }
  }

  const asCaller = (operation: Served): Sent => {
    const path = world.existing[operation.route.split(' ')[1] ?? ''];
    const sent = { ...validRequest(operation, tokenWithoutPermissions(operation, world), path), ...world.sent[operation.route] };
    if (isForEngines(operation.allow) || operation.allow === 'public') return sent;
    // Without a token, the call is made as the administrator, who sees everything.
    const { token: _token, ...rest } = sent;
    return rest;
  };

  test('every operation exists and answers as its contract says', async () => {
    for (const operation of served) {
      const { status, body } = await server.call(operation.route, { ...validRequest(operation, undefined) });
      assert.ok(operation.allow === 'public' ? status < 500 : status === 401, `${operation.route}: ${status} ${JSON.stringify(body)}`);
    }
  });

  test('for every operation with variables in its path there is an existing resource', () => {
    const missing = served.filter((one) => hasVariables(one) && !world.existing[one.route.split(' ')[1] ?? '']);
    assert.deepEqual(
      missing.map((one) => one.route),
      [],
    );
  });

  describe('authentication.1.bearer', AT_ONCE, () => {
    for (const operation of served.filter(({ allow }) => allow !== 'public')) {
      test(operation.route, async () => {
        const anonymous = await server.call(operation.route, validRequest(operation, undefined));
        assert.deepEqual([anonymous.status, anonymous.headers.get('www-authenticate')], [401, 'Bearer']);
        const wrongToken = await server.call(operation.route, validRequest(operation, 'mrp_bad'));
        assert.deepEqual([wrongToken.status, wrongToken.headers.get('www-authenticate')], [401, 'Bearer error="invalid_token"']);
      });
    }
  });

  describe('requests.refusal.nothing-behind', () => {
    let contentsBefore: Record<string, string>;
    before(async () => {
      await keepListeners(server);
      contentsBefore = await digestTables(server);
    });

    describe('authentication.3.missing', AT_ONCE, () => testRefusals(withoutToken));
    describe('ip-allowlist.enforce.first', AT_ONCE, () => testRefusals(fromBlockedAddress));
    describe('authentication.3.permission', AT_ONCE, () => testRefusals(withoutPermission));
    describe('requests.id.malformed', AT_ONCE, () => testRefusals(withMalformedPath));
    describe('an invalid query is refused, and the error names the parameter', AT_ONCE, () => testRefusals(withMalformedQuery));
    describe('an invalid body is refused, and the error names the field', AT_ONCE, () => testRefusals(withMalformedBody));
    describe('requests.body.null', AT_ONCE, () => testRefusals(withNulls));
    describe('requests.body.unknown-field', AT_ONCE, () => {
      testRefusals(withUnknownField);

      test('holds for every body, except those to which existing clients send more fields', () => {
        const partsOf = ({ route }: Served): object => shapeOf(route).parts?.properties ?? {};
        const fileOnly = (operation: Served): boolean => Object.keys(partsOf(operation)).join(' ') === 'file';
        const open = served.filter(
          (operation) => acceptsFields(operation) && !fileOnly(operation) && withUnknownField(operation, world).length === 0,
        );
        assert.deepEqual(
          open.map(({ route }) => route),
          ACCEPTS_UNKNOWN_FIELDS.filter((route) => served.some((one) => one.route === route)),
        );
      });
    });

    describe('requests.id.hidden', AT_ONCE, () => {
      for (const operation of served.filter((one) => hasVariables(one) && !namesType(one))) {
        test(operation.route, async () => {
          const existing = world.existing[operation.route.split(' ')[1] ?? ''];
          const isEngine = isForEngines(operation.allow);
          const unknown = await server.call(
            operation.route,
            isEngine ? validRequest(operation, world.engine) : omitToken(validRequest(operation, undefined)),
          );
          isRefused(operation, unknown, { what: 'an unknown id', sent: {}, status: 404, code: 'not_found' });
          // Every caller that knows the path may call a public operation.
          if (operation.allow === 'public') return;
          const foreign = await server.call(
            operation.route,
            validRequest(operation, isEngine ? world.otherEngine : world.stranger, existing),
          );
          isRefused(operation, foreign, { what: 'an object of another tenant', sent: {}, status: 404, code: 'not_found' });
          assert.equal(comparableRefusal(foreign), comparableRefusal(unknown), 'a hidden resource gets the same answer as a missing one');
        });
      }
    });

    // The parts of this suite run one after the other; only the tests within a part run at the same time.
    test('after all these refusals, tables and store are unchanged', async () => {
      const after = await digestTables(server);
      const changed = Object.keys(after).filter((table) => after[table] !== contentsBefore[table]);
      assert.deepEqual([changed, Object.keys(after)], [[], Object.keys(contentsBefore)]);
      assert.equal((await server.files()).length, 1, 'only the bundle that was published');
    });
  });

  describe('requests.refusal.order', () => {
    test('checks the token first, then the request, the permission and the row', async () => {
      for (const operation of served.filter((one) => requiresPermission(one) && hasVariables(one))) {
        const malformed = withMalformedPath(operation, world).at(0);
        assert.ok(malformed, operation.route);
        const statuses: number[] = [];
        const sents: Sent[] = [
          { ...malformed.sent, token: undefined },
          malformed.sent,
          validRequest(operation, world.nobody),
          validRequest(operation, world.stranger),
        ];
        for (const sent of sents) statuses.push((await server.call(operation.route, sent)).status);
        assert.deepEqual(statuses, [401, 400, 403, 404], operation.route);
      }
    });
  });

  // These tests compare two answers, so they run one after the other: another call may change an answer, for example when a token was last used.
  describe('requests.query.unknown', () => {
    for (const operation of reads) {
      test(operation.route, () => answersAlike(operation, { query: { unknown_parameter: '1' } }));
    }
  });

  describe('requests.accept.any', () => {
    for (const operation of reads) {
      test(operation.route, async () => {
        for (const accept of ['image/png', 'text/html;q=0.1', 'no media type', '']) await answersAlike(operation, { headers: { accept } });
      });
    }
  });

  describe('requests.path.trailing-slash', () => {
    for (const operation of served) {
      test(operation.route, async () => {
        if (operation.route.startsWith('GET ')) return answersAlike(operation, {}, `${operation.route}/`);
        const path = operation.allow === 'public' ? world.existing[operation.route.split(' ')[1] ?? ''] : undefined;
        const { status } = await server.call(`${operation.route}/`, validRequest(operation, undefined, path));
        assert.equal(status, (await server.call(operation.route, validRequest(operation, undefined, path))).status);
        return assert.notEqual(status, 404);
      });
    }
  });

  describe('requests.body.empty', AT_ONCE, () => {
    for (const operation of served.filter(({ route }) => !shapeOf(route).parts)) {
      test(operation.route, async () => {
        const token = tokenWithoutPermissions(operation, world);
        const { body: _body, ...sent } = validRequest(operation, token);
        const empty = operation.route.startsWith('GET ') ? { headers: { 'content-type': 'application/json' } } : { text: '' };
        const withoutBody = await server.call(operation.route, sent);
        const withEmptyBody = await server.call(operation.route, { ...sent, ...empty });
        assert.equal(withEmptyBody.status, withoutBody.status, JSON.stringify(withEmptyBody.body));
      });
    }
  });

  /** Asserts that a changed read has the same answer as without the change. */
  async function answersAlike(operation: Served, change: Sent, route: string = operation.route): Promise<void> {
    const sent = asCaller(operation);
    const plain = await server.call(operation.route, sent);
    assert.equal(plain.status, successOf(operation), JSON.stringify(plain.body));
    const query = { ...sent.query, ...change.query };
    const changed = await server.call(route, { ...sent, ...change, query, headers: { ...sent.headers, ...change.headers } });
    assert.deepEqual([changed.status, comparableAnswer(changed)], [plain.status, comparableAnswer(plain)]);
  }

  const allRefusals = (operation: Served): Refusal[] =>
    [withoutToken, withMalformedPath, withMalformedQuery, withMalformedBody, withUnknownField, withoutPermission].flatMap((of) =>
      of(operation, world),
    );

  test('requests.answer.request-id', async () => {
    const answers = await Promise.all([
      ...reads.map((operation) => server.call(operation.route, asCaller(operation))),
      server.call('GET /no/such/operation'),
      server.call('PATCH /healthz'),
      server.call('GET /orchestration/%zz'),
    ]);
    const ids = answers.map((answer) => answer.headers.get('x-request-id'));
    assert.equal(new Set(ids).size, ids.length);
    for (const { status, body, headers } of answers.slice(reads.length)) {
      assert.ok(status === 404 || status === 405 || status === 400);
      assert.equal(body.requestId, headers.get('x-request-id'));
    }
  });

  test('errors.body.request-id', async () => {
    for (const operation of served) {
      const refusal = allRefusals(operation)[0];
      if (!refusal || !namesRequest(operation)) continue;
      const { body, headers } = await server.call(operation.route, refusal.sent);
      assert.equal(body.requestId, headers.get('x-request-id'), operation.route);
    }
  });
}
