import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sweeper } from '../kill-tree.ts';
import type { OwnLog } from '../own-log.ts';
import type { Spawner } from '../spawner.ts';
import { type Isolation, type IsolationKind, tableBoundary } from './boundary.ts';
import { namespaceIsolations, viewOf } from './namespace-isolation.ts';
import { probeIsolation } from './probe.ts';
import { defaultUserRange, type UserRange } from './run-users.ts';
import { userIsolation, userPlaces } from './user-isolation.ts';

/** What the settings say of isolation. */
export type IsolationSettings = {
  /** The only kind that will do; the best that works unless it is set. */
  kind?: IsolationKind;
  users?: UserRange;
  /** Folders of the machine that tasks may write, where namespaces isolate them. */
  share?: readonly string[];
  /** Folders that tasks must not see, where namespaces isolate them. */
  hide?: readonly string[];
};

/** The engine that isolates its tasks. */
export type IsolationEngine = { folder: string; environment: NodeJS.ProcessEnv; spawner: Spawner; sweeper: Sweeper; log: OwnLog };

/**
 * Finds the best isolation that works on this machine, by trying it: users where the engine belongs to root, namespaces where it does not. Rejects where
 * the settings name a kind that does not work.
 */
export async function chooseIsolation(settings: IsolationSettings, engine: IsolationEngine): Promise<Isolation> {
  /** Several places of one kind can fail for one reason. */
  const reasons = new Set<string>();
  for await (const candidate of candidates(settings, engine)) {
    const fault = await probeIsolation(candidate, engine);
    if (fault === undefined) return told(candidate, engine.log);
    reasons.add(`${candidate.note}: ${fault}`);
  }
  if (settings.kind && settings.kind !== 'none') {
    const why = [...reasons].join('. ') || 'this engine is not root on Linux, or the machine lacks the programs';
    throw new Error(`Tasks cannot be isolated by "${settings.kind}", as MILLRACE_ENGINE_ISOLATION demands (${why})`);
  }
  const note =
    settings.kind === 'none' ? 'MILLRACE_ENGINE_ISOLATION is none' : [...reasons].join('. ') || 'this system has no way to isolate them';
  return told(withoutIsolation(engine, note), engine.log);
}

async function* candidates(
  { kind, users, share = [], hide = [] }: IsolationSettings,
  engine: IsolationEngine,
): AsyncGenerator<Isolation, void, void> {
  if (process.platform !== 'linux') return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && (kind === undefined || kind === 'user')) {
    const range = users ?? defaultUserRange();
    for await (const place of userPlaces(engine.folder)) yield userIsolation(place, { spawner: engine.spawner, range });
  }
  // Root itself stays root within namespaces: what they hide from it, it could reach by other ways.
  if (isRoot || (kind !== undefined && kind !== 'namespace')) return;
  await mkdir(join(engine.folder, 'runs'), { recursive: true, mode: 0o700 });
  const view = await viewOf(engine.folder, { share, hide, java: engine.environment['JAVA_HOME'] });
  yield* await namespaceIsolations(engine.folder, view, { path: engine.environment['PATH'] ?? '/usr/bin:/bin', sweeper: engine.sweeper });
}

function withoutIsolation({ folder, sweeper }: IsolationEngine, note: string): Isolation {
  const folders = { runs: join(folder, 'runs'), spare: join(folder, 'spare') };
  return { kind: 'none', note, ...folders, node: process.execPath, canReach: async () => true, open: (run) => tableBoundary(run, sweeper) };
}

function told(isolation: Isolation, log: OwnLog): Isolation {
  const { kind, note, runs } = isolation;
  if (kind !== 'none') log('info', 'Tasks are isolated', { isolation: kind, by: note, runs });
  else {
    log('error', 'Tasks are NOT isolated: each of them can read the credential of this engine and the data of every other task', {
      reason: note,
    });
  }
  return isolation;
}
