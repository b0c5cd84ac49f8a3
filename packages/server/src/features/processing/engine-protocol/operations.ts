import { reachFaultPoint } from '@millrace/wire/fault-points';
import { monotonicMilliseconds, nowMilliseconds } from '../../../core/base/clock.ts';
import { requireFound, Problem } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { admitCrawl, takePortion } from '../../catalog/crawlers/index.ts';
import { readSentLines } from '../../monitoring/log-store/index.ts';
import {
  exchangeOperatorKey,
  hasOperatorKeyExpired,
  saveReport,
  selectDesiredRevision,
  selectDesiredState,
} from '../dynamic-engines/index.ts';
import { exchangeKey, hasKeyExpired, removeCredentials, saveHeartbeat, storeNextCredential } from '../remote-engines/index.ts';
import { endLeases, extendLeases, topicsToWake, UNISOLATED } from '../task-executions/index.ts';
import { findWork } from './find-work.ts';
import { toCredentialJson } from './json.ts';
import { countClaim, countReport, countReturns } from './metrics.ts';
import { onOurClock, reachFaultPointsOf, type Report, shiftOf, takeReport, traceEnds } from './report.ts';
import { selectHeldContent } from './rows.ts';
import { requirePairedByKey } from './rules.ts';
import { POLL_MILLISECONDS, WakeupFlag } from './wakeups.ts';

/**
 * Pairs an engine, or the operator of a dynamic engine, by its key.
 * @rule remote-engines.pair.credential
 * @rule dynamic-engines.pair.credential
 */
export const pairEngine = endpoint('POST /engine/v1/pairing', {
  allow: 'public',

  async run({ tx, identity: { tokens }, body }) {
    const keyHash = tokens.hash(body.preAuthorizedKey);
    const program = { keyHash, host: body.host ?? null, version: body.version };
    const ofEngine = tokens.create('engine');
    const engine = await exchangeKey(tx, { ...program, credentialHash: ofEngine.hash });
    if (engine) return { status: 200, body: { engineId: engine.id, name: engine.name, ...toCredentialJson(ofEngine.secret, engine) } };

    const ofOperator = tokens.create('dynamicEngine');
    const operator = await exchangeOperatorKey(tx, { ...program, credentialHash: ofOperator.hash });
    if (operator) {
      // Each report renews the credential.
      const term = { expires_at: operator.expires_at, renew_after: operator.expires_at };
      return { status: 200, body: { engineId: operator.id, name: operator.name, ...toCredentialJson(ofOperator.secret, term) } };
    }

    if (await hasKeyExpired(tx, keyHash))
      throw new Problem(401, 'engine_key_expired', 'The pairing key has expired: unpair the engine, which makes another key for it.');
    if (await hasOperatorKeyExpired(tx, keyHash))
      throw new Problem(
        401,
        'engine_key_expired',
        'The pairing key has expired: generate the package of the dynamic engine again, which contains another key.',
      );
    throw new Problem(
      401,
      'engine_key_refused',
      'The pairing key is unknown or was used before: for a new key, unpair the engine, or generate the package of the dynamic engine with generateNewPairingKey.',
    );
  },
});

/**
 * Gives an engine its next credential. The current one stays valid until the next one is used, so that a lost answer does no harm.
 * @rule remote-engines.credential.renew
 */
export const renewEngineCredential = endpoint('POST /engine/v1/credential', {
  allow: 'engine',

  async run({ engine, tx, identity: { tokens } }) {
    const { secret, hash } = tokens.create('engine');
    const term = await storeNextCredential(tx, engine.engineId, hash);

    requirePairedByKey(engine, term);

    return { status: 200, body: toCredentialJson(secret, term) };
  },
});

/**
 * Unpairs an engine at its own request.
 * @rule remote-engines.credential.give-up
 */
export const giveUpEngineCredential = endpoint('DELETE /engine/v1/credential', {
  allow: 'engine',

  async run({ engine, tx }) {
    requirePairedByKey(engine, await removeCredentials(tx, engine.engineId));

    await endLeases(tx, engine.engineId);
    return { status: 204 };
  },
});

/** Returns work for an engine as soon as there is some. */
export const claimExecutions = endpoint('POST /engine/v1/claims', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 4 * 1024 * 1024,

  async run(call) {
    const body = await findWork(call);
    countClaim(call.metrics, body.executions.length);
    return { status: 200, body };
  },
});

/** Stores a heartbeat and renews the leases of the engine. */
export const renewLeases = endpoint('POST /engine/v1/beats', {
  allow: 'engine',
  bodyLimit: 4 * 1024 * 1024,

  async run({ engine, tx, settings: { limits, allowsUnisolatedTasks }, body }) {
    const isIsolated = body.isolation === 'user' || body.isolation === 'namespace';
    const isWithheld = !isIsolated && !(await allowsUnisolatedTasks());
    await saveHeartbeat(tx, engine.engineId, body, isWithheld);
    const held = body.running.length > 0 ? await extendLeases(tx, engine.engineId, body.running, limits.leaseSeconds) : [];
    reachFaultPoint('heartbeat.before-commit');

    const kept = new Set(held.map(({ id }) => id));
    const lost = body.running.map(({ executionId }) => executionId).filter((id) => !kept.has(id));
    const stop = held.filter(({ stopping }) => stopping).map(({ id }) => id);
    return { status: 200, body: { stop, lost, ...(isWithheld && { withheld: UNISOLATED }) } };
  },
});

/**
 * Applies log lines, starts, outcomes and returns of many executions, in this order. A report with log lines, components or returns is one
 * transaction: lines are stored only while the execution is held, components belong to an end that is applied once, and the lines of the next
 * holder follow those of this one. Otherwise each move is a statement of its own that checks the fence. A report that is sent again changes
 * nothing.
 */
export const reportExecutions = endpoint('POST /engine/v1/reports', {
  allow: 'engine',
  transaction: 'none',
  bodyLimit: 16 * 1024 * 1024,

  async run({ engine, db, body, metrics, process: { tracing } }) {
    const began = nowMilliseconds();
    const shift = shiftOf(body, began);
    const logs = (body.logs ?? []).map(({ fence, ...sent }, index) => ({
      ...readSentLines(sent, `body.logs[${index}].chunk`, shift),
      fence,
    }));
    const report: Report = { ...onOurClock(body, shift, began), logs, ...(body.returns && { returns: body.returns }) };
    const store = async (tx: Tx) => {
      const outcome = await takeReport(tx, engine.engineId, report);
      if (logs.length > 0) reachFaultPointsOf(report, 'before-commit');
      return outcome;
    };
    if (logs.length === 0) reachFaultPointsOf(report, 'before-commit');
    const needsTransaction = logs.length > 0 || body.returns?.length || body.finishes?.some(({ components }) => components?.length);
    const { refused, early, ended, waiting } = needsTransaction ? await db.transaction(store) : await store(db.writer);
    reachFaultPointsOf(report, 'after-commit');
    const skipped = new Set([...refused, ...early.map(({ executionId }) => executionId)]);
    countReport(metrics, report, skipped, nowMilliseconds());
    countReturns(metrics, waiting);
    if (tracing.isOn) traceEnds(tracing, report, skipped, began);
    return {
      status: 200,
      body: { refused, ...(early.length > 0 && { early }) },
      wake: [...topicsToWake(ended), ...(waiting > 0 ? [engine.environment] : [])],
    };
  },
});

/** Streams the bundle or a resource of an execution that the engine holds. */
export const fetchBundle = endpoint('GET /engine/v1/bundles/{hash}', {
  allow: 'engine',

  async run({ engine, tx, blobs, path }) {
    const content = requireFound(await selectHeldContent(tx, engine.engineId, path.hash), 'Bundle', path.hash);
    const size = await blobs.sizeOf(content.key);
    if (size !== content.size) throw new Problem(404, 'not_found', `The stored content is ${size === undefined ? 'missing' : 'damaged'}.`);
    return {
      status: 200,
      stream: blobs.read(content.key),
      contentType: content.is_bundle ? 'application/zip' : 'application/octet-stream',
      bytes: content.size,
    };
  },
});

/** Accepts a portion of a crawl from its program. It has no transaction, because it counts the quality of the rows before it writes. */
export const takeCrawlPortion = endpoint('POST /engine/v1/crawls/{executionId}/portions', {
  allow: 'public',
  admit: admitCrawl,
  transaction: 'none',
  bodyLimit: 8 * 1024 * 1024,

  async run({ db, path, body }) {
    return { status: 200, body: await takePortion({ db }, path.executionId, body) };
  },
});

/**
 * Returns the desired state of a dynamic engine, at once or after a change. Each read is one statement, so that no transaction is open during a wait.
 * @rule dynamic-engines.desired.wait
 */
export const readDesiredState = endpoint('GET /engine/v1/dynamic-engine', {
  allow: 'dynamic-engine',
  transaction: 'none',

  async run({ dynamicEngine: { dynamicEngineId: id }, db, identity: { tokens }, wakeups, query, signal }) {
    const flag = new WakeupFlag();
    const unsubscribe = wakeups.listen(id, () => flag.set());
    const end = monotonicMilliseconds() + (query.waitMilliseconds ?? 0);
    try {
      for (;;) {
        flag.consume();
        const left = end - monotonicMilliseconds();
        const changed = query.revision === undefined || (await selectDesiredRevision(db.reader, id)) !== query.revision;
        if (changed || left <= 0 || signal.aborted) break;
        await flag.wait(Math.min(left, POLL_MILLISECONDS), signal);
      }
    } finally {
      unsubscribe();
    }
    return { status: 200, body: requireFound(await selectDesiredState(db.reader, tokens, id), 'Dynamic engine', id) };
  },
});

/** Stores the report of an operator. */
export const reportDynamicEngineStatus = endpoint('PUT /engine/v1/dynamic-engine/status', {
  allow: 'dynamic-engine',
  bodyLimit: 4 * 1024 * 1024,

  async run({ dynamicEngine: { dynamicEngineId: id }, tx, identity: { tokens }, body }) {
    const revision = await saveReport(tx, tokens, id, body);
    return { status: 200, body: { revision }, ...(revision !== body.revision && { wake: [id] }) };
  },
});
