/** Each execution starts once, despite failures: three control planes on one database, two engines, 20 starts a second, repeated SIGKILL. */
import { setTimeout as wait } from 'node:timers/promises';
import { startDatabaseServer } from '../bench/processes.ts';
import { killAndRestart, startInstallation } from './installation.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';

/** With fewer kills the soak proves nothing, and fails. On a slow machine the load goes on for them, up to two minutes longer. */
const MIN_KILLS = 2;

await soak(2, 'one start under failure', { long: 600, short: 12 }, async (stage) => {
  const perSecond = stage.short ? 5 : 20;
  const database = await startDatabaseServer(stage);
  const installation = await startInstallation(stage, { databaseUrl: await database.create('soak'), planes: 3, engines: 2 });
  const { body: engines } = await installation.client.call('GET /processing/runtimes/remote-engines');
  const killTimesByRuntime = new Map<string, number[]>(engines.map((engine) => [engine.runtimeId, []]));
  const runtimeOf = (id: string): string => engines.find((engine) => engine.id === id)?.runtimeId ?? '';
  const victims = [
    ...installation.planes.map((plane, index) => ({ name: `control plane ${index + 1}`, program: plane, runtime: '' })),
    ...installation.engines.map((engine, index) => ({ name: `engine ${index + 1}`, program: engine, runtime: runtimeOf(engine.id) })),
  ];
  const killInterval = stage.short ? 4000 : 10_000;
  const ended = new AbortController();
  const killsByName = new Map<string, number>();
  const killing = (async () => {
    for (;;) {
      await wait(killInterval, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      const victim = victims[Math.floor(stage.random() * victims.length)];
      if (!victim) continue;
      stage.say(`  SIGKILL to ${victim.name}`);
      killsByName.set(victim.name, (killsByName.get(victim.name) ?? 0) + 1);
      killTimesByRuntime.get(victim.runtime)?.push(Date.now());
      await killAndRestart(victim.program);
    }
  })();
  const countKills = (): number => [...killsByName.values()].reduce((sum, count) => sum + count, 0);
  const answers = await load(stage, installation, perSecond, { isEnough: () => countKills() >= MIN_KILLS });
  ended.abort();
  await killing;
  const outcome = await judge(installation, answers, killTimesByRuntime);
  const killed = countKills();
  return {
    ...outcome,
    zero: { ...outcome.zero, 'missing kills': Math.max(0, MIN_KILLS - killed) },
    facts: [
      ['control planes, engines', '3, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['kills', killed],
      ...outcome.facts,
    ],
    notes: [
      ...(outcome.notes ?? []),
      `Killed: ${[...killsByName]
        .toSorted()
        .map(([name, count]) => `${name} ${count} times`)
        .join(', ')}; each was started again a second later.`,
    ],
  };
});
