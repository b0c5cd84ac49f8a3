/** P1b: durable executions in a second, each of which starts a process. */
import { startDatabaseServer, startPeer, type PeerProcess } from './processes.ts';
import { executionsPerSecond } from './executions.ts';
import type { Contestant } from './contestant.ts';
import { bench } from './harness.ts';
import { addCommandTasks, editionsOf, ours } from './millrace.ts';

const WIDTH = 24;
const TASKS = 500;
const PROGRAM = '/bin/true';
const SPAWN_LOOP = 'child_process.spawn in a loop';

await bench('P1b', 'executions that start a process, accepted to finished', async (stage) => {
  const amount = stage.smoke ? { count: 30, warmUp: 10 } : stage.quick ? { count: 1000, warmUp: 200 } : { count: 10_000, warmUp: 1000 };
  const server = await startDatabaseServer(stage);
  return [
    {
      title: `${amount.count.toLocaleString('en')} executions of ${PROGRAM}, ${WIDTH} in flight`,
      unit: 'executions/s',
      better: 'more',
      contestants: [
        ...editionsOf(stage).map((edition) =>
          executionsPerSecond(server, edition, { ...amount, width: WIDTH, capacity: WIDTH }, (running) =>
            addCommandTasks(running, { run: [PROGRAM] }, TASKS),
          ),
        ),
        spawnLoop(amount),
      ],
      target: { text: '70 % of the loop', reached: (median) => median(ours.name) >= 0.7 * median(SPAWN_LOOP) },
      notes: [
        `Each turn begins with new processes, and for Millrace an empty store; ${amount.warmUp} runs are not counted.`,
        `Millrace: a published bundle whose command is ${PROGRAM}; POST /processing/executions over HTTP, ${WIDTH} calls in flight, ${TASKS} tasks, an engine that runs ${WIDTH} at a time; measured until the last is finished in the database. Each execution has its own folder, a log and a row in the history.`,
        `The loop: a small Node process that starts ${PROGRAM} with pipes for its output, which are the default of spawn, ${WIDTH} at a time, and waits until each has closed. It stores nothing.`,
      ],
    },
  ];
});

function spawnLoop({ count, warmUp }: { count: number; warmUp: number }): Contestant {
  let peer: PeerProcess;
  return {
    name: SPAWN_LOOP,
    start: async (turn) => {
      peer = await startPeer(turn, 'spawn-loop', { PROGRAM });
      await peer.ask({ count: warmUp, width: WIDTH });
    },
    run: () => peer.ask<number>({ count, width: WIDTH }),
  };
}
