/** A running server: the platform, the HTTP side and the background side, as the configuration asks. */
import { startConfiguredTracing } from '@millrace/wire/tracing-settings';
import { apiFeatures, features, watchFeatures } from './api.ts';
import { openBlobs } from './core/blobs/open-blobs.ts';
import { programVersion } from './core/base/program-version.ts';
import type { Config } from './settings/config.ts';
import { Database } from './core/database/db.ts';
import { asyncApiDocument } from '@millrace/contract/asyncapi';
import { serveDocs } from './core/http/docs.ts';
import { flushUntilStopped, jobMetrics, migrateJobs, startBackground } from './core/background/jobs.ts';
import { createDownloadLinks } from './core/blobs/download-links.ts';
import type { Feature } from './core/http/feature.ts';
import { SingleFlightCache } from './core/base/in-memory.ts';
import { watchKept, listen, type ListenAddress } from './core/http/connections.ts';
import { createHttpServer } from './core/http/http.ts';
import { type OpenLog, logMetrics } from './core/observability/log.ts';
import { Metrics } from './core/observability/metrics.ts';
import { StandbyWatch } from './core/database/standby-watch.ts';
import { migrate, newestMigration, readMigrations } from './core/database/migrate.ts';
import { loopbackStateOf, outboundRulesOf } from './core/outbound/settings.ts';
import { openMail } from './core/outbound/mail.ts';
import { createPublish } from './core/events/domain-events.ts';
import { OpenStreams, type Platform, ProcessState } from './core/platform/platform.ts';
import { serveConsole } from './sites/serve-console.ts';
import { serveManual } from './sites/serve-manual.ts';
import { servedDocument } from './core/http/served-document.ts';
import { keepPresence } from './core/background/presence.ts';
import { processMetrics, watchProcess, timerMetrics, TimerWatch } from './core/observability/process-metrics.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { RateLimiter } from './core/base/limits.ts';
import { requestMetrics } from './core/http/request-watch.ts';
import { orchestrationErrors } from './surfaces/error-formats.ts';
import { StatementBatcher } from './core/database/statement-batcher.ts';
import { Wakeups } from './core/events/wakeups.ts';
import { allowsOrigin } from './features/oauth/oauth-clients/index.ts';
import { startSending } from './features/events/webhook-sender/index.ts';
import { recordChange } from './features/security/audit-log/index.ts';
import { admitAccount } from './features/security/ip-allowlist/index.ts';
import { prepareInstall } from './first-start.ts';
import type { Keys } from './install-key.ts';
import { hasSingleUser } from './identity/actor-rows.ts';
import { AccessTokens } from './identity/access-tokens.ts';
import { actorsOfOauthTokens } from './identity/schemes.ts';
import { AccountUses, GrantUses, PermissionUses } from './identity/uses.ts';
import { createAuthenticate, allows } from './identity/authenticate.ts';
import { RateTiers } from './identity/rate-tiers.ts';
import { SignInSessions } from './identity/session-store.ts';
import { SigningKeys } from './identity/signing-keys.ts';
import { createTokens } from './identity/tokens.ts';
import { buffers, jobs, timers } from './worker.ts';

/** A running server. A URL is empty if its port is not served. */
export type Server = {
  url: string;
  watchUrl: string;
  platform: Platform;
  /** Resolves when the database has become a standby of another one: the server can do nothing any more, and its caller stops it. */
  demoted: Promise<void>;
  /**
   * Stops in this order: drains; buffers, presence and the API; deliveries, jobs and timers; the port of metrics; wake-ups, tracing, the database. The
   * built-in engine stops before, and the embedded database after it (`start-on-database.ts`, `start.ts`).
   */
  stop(way?: StopWay): Promise<void>;
};

/** How to stop. If it drains, callers that keep connections get some seconds to learn that they must open another one. */
export type StopWay = { drains?: boolean };

/** Brings the database up to date, or refuses one of a newer version. Returns the names of the applied migrations. */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url, await readMigrations());
  await migrateJobs(url);
  return applied;
}

/** Starts a server on a prepared database. */
export async function startServer(config: Config, databaseUrl: string, keys: Keys, log: OpenLog): Promise<Server> {
  const db = new Database({
    url: databaseUrl,
    poolSize: config.poolSize,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onStandby: () => void standby.suspect(),
  });
  const stopping = new AbortController();
  const standby = new StandbyWatch({ db, log, stopping: stopping.signal });
  const closers: (() => Promise<unknown>)[] = [() => db.close()];
  let drain: (milliseconds: number) => Promise<void> = () => Promise.resolve();
  const stop = async ({ drains = false }: StopWay = {}): Promise<void> => {
    stopping.abort();
    if (drains && config.drainSeconds > 0) await drain(config.drainSeconds * 1000);
    for (const close of closers.splice(0).toReversed()) await close();
  };
  let listening = '';
  try {
    const platform = await openPlatform(config, {
      db,
      keys,
      log,
      stopping: stopping.signal,
      settings: { publicUrl: () => config.publicUrl ?? listening },
    });
    closers.push(() => platform.process.tracing.stop(), watchProcess(platform.metrics));
    await platform.wakeups.start(db, log);
    closers.push(() => platform.wakeups.stop());
    const authenticate = createAuthenticate(platform);
    const serve = async (served: readonly Feature[], address: ListenAddress): Promise<string> => {
      const app = await createHttpServer({
        platform,
        features: served,
        authenticate,
        admit: (actor, client) => admitAccount(platform, actor, client),
        allows,
        ...(served === apiFeatures && { allowsOrigin: (origin: string) => allowsOrigin(platform, origin) }),
        record: recordChange,
        checkAnswers: config.checkAnswers,
        fallbackSurface: orchestrationErrors,
        requestLog: config.requestLog,
        trustedProxies: config.trustedProxies,
      });
      if (served === apiFeatures) {
        const documents = { openapi: () => servedDocument(served), asyncapi: () => asyncApiDocument(programVersion()) };
        await serveDocs(app, documents, programVersion(), { hasHome: config.consoleFolder === undefined });
        await serveManual(app, config.manualFolder);
        drain = watchKept(app.server);
        if (config.consoleFolder !== undefined) await serveConsole(app, config.consoleFolder);
      }
      closers.push(() => app.close());
      return listen(app, address);
    };
    // Opened first and closed last, so that monitoring sees the start and the stop.
    const { host, port } = config.watch;
    const watchUrl = port === undefined ? '' : await serve(watchFeatures, { host, port, setting: 'MILLRACE_METRICS_PORT' });
    if (config.roles.worker) {
      const background = await startBackground(databaseUrl, jobs, timers, platform);
      const sending = startSending(platform);
      closers.push(
        () => background.stop(),
        () => sending.stop(),
      );
    }
    if (config.roles.api) {
      listening = await serve(apiFeatures, { host: config.host, port: config.port, setting: 'MILLRACE_PORT' });
      const presence = keepPresence(platform);
      const runningBuffers = buffers.map((timer) => flushUntilStopped(timer, platform));
      closers.push(
        () => presence.stop(),
        () => Promise.all(runningBuffers.map((timer) => timer.stop())),
      );
    }
    return { url: listening, watchUrl, platform, demoted: standby.demoted, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type PlatformParts = Pick<Platform, 'db' | 'stopping'> & { settings: Pick<Platform['settings'], 'publicUrl'> } & {
  keys: Keys;
  log: OpenLog;
};

async function openPlatform(config: Config, { db, keys, log, stopping, settings: { publicUrl } }: PlatformParts): Promise<Platform> {
  const secrets = createSecrets(keys);
  const tokens = createTokens(await prepareInstall(db, keys, secrets, config.tokenAlgorithm));
  const signingKeys = new SigningKeys(db, secrets);
  const batcher = new StatementBatcher(db);
  const downloads = createDownloadLinks(keys, publicUrl);
  const featureMetrics = features.flatMap((feature) => feature.metrics ?? []);
  const metrics = new Metrics([...requestMetrics, ...jobMetrics, ...timerMetrics, ...processMetrics, ...logMetrics, ...featureMetrics]);
  log.destination?.report(metrics);
  return {
    process: {
      home: config.home,
      logDestination: log.destination,
      rateLimiter: new RateLimiter(),
      streams: new OpenStreams(),
      timers: new TimerWatch(metrics, config.limits.stallSeconds),
      tracing: await startConfiguredTracing(config.telemetry, { name: 'millrace', version: programVersion() }),
      roles: config.roles,
    },
    db,
    log,
    wakeups: new Wakeups(),
    blobs: await openBlobs(config, downloads),
    program: {
      content: features.flatMap((feature) => feature.content ?? []),
      allowedCallers: new Map(features.flatMap(({ endpoints }) => endpoints.map(({ route, allow }) => [route, allow] as const))),
      newestMigration: await newestMigration(),
    },
    downloads,
    identity: {
      tokens,
      signingKeys,
      accessTokens: new AccessTokens(signingKeys, publicUrl),
      actorOfOauthToken: (claims) => batcher.run(actorsOfOauthTokens, claims),
      accountUses: new AccountUses(),
      grantUses: new GrantUses(),
      permissionUses: new PermissionUses(),
      hasSingleUser: () => hasSingleUser(db.reader),
      tokenAlgorithm: config.tokenAlgorithm,
      sessions: new SignInSessions({ tokens, batcher, limits: config.limits, publicUrl }),
      rateTiers: new RateTiers(config.limits),
    },
    secrets,
    settings: {
      limits: config.limits,
      publicUrl,
      allowsUnisolatedTasks: async () => config.allowsUnisolatedTasks || hasSingleUser(db.reader),
      needsMakers: config.needsMakers,
      outboundRules: () => outboundRulesOf(config.outbound, () => hasSingleUser(db.reader)),
      loopbackState: () => loopbackStateOf(config.outbound, () => hasSingleUser(db.reader)),
      deliveries: {
        rules: () => outboundRulesOf(config.deliveries.outbound, () => hasSingleUser(db.reader)),
        authorities: config.deliveries.authorities,
        acceptsAnyHost: config.deliveries.acceptsAnyHost,
      },
      mail: openMail(config.mail),
      openLineageUrl: config.openLineageUrl,
      openId: config.openId,
      registersClients: config.registersClients,
    },
    publish: createPublish(features.flatMap((feature) => feature.subscriptions ?? [])),
    batcher,
    cache: new SingleFlightCache(),
    processState: new ProcessState(),
    metrics,
    stopping,
  };
}
