/** P10: checks of sharings while some change, and lists of an account with 1,500 datasets, beside plain SQL joins and casbin. */
import type { Pool } from 'undici';
import { type Comparison, type Contestant, percentile, type Stage } from './contestant.ts';
import { startDatabaseServer, openPool, startPeer, type PeerProcess } from './processes.ts';
import { bench } from './harness.ts';
import { startMillrace } from './millrace.ts';
import type { SharingFigures, SharingOrder } from './peers/sharing-load.ts';
import { LIST_SIZE, SHARINGS_OF_DATASET, type SharingSize, seedSharings } from './sharing-seed.ts';

const OURS = 'Millrace';
const SQL = 'plain SQL join (pg)';
const CASBIN = 'casbin, in memory';
const PEERS = { [OURS]: 'sharing-millrace', [SQL]: 'sharing-sql', [CASBIN]: 'sharing-casbin' } as const;
const AT_ONCE = 64;
const PER_SECOND = 10_000;
const CHECK_MILLISECONDS = 5;
const LIST_MILLISECONDS = 35;
/** The answers that are compared before the first round. */
const COMPARED = { [SQL]: 300, [CASBIN]: 20 } as const;
/** casbin gets the sharings of the first datasets only: with a million of them it does not start within ten minutes. */
const CASBIN_DATASETS = 1000;

const FULL: SharingSize = { accounts: 10_000, groups: 1000, datasets: 100_000 };
const SMALLEST: SharingSize = { accounts: 200, groups: 40, datasets: 1500 };

/** The database that all contestants read. */
type Target = { databaseUrl: string; key: string; token: string; tenant: string; size: SharingSize };

await bench('P10', 'sharings', async (stage) => {
  const size = stage.smoke ? SMALLEST : FULL;
  const target = await prepareTarget(stage, size);
  await compareAnswers(stage, target);
  const seconds = stage.smoke ? 1 : stage.quick ? 5 : 10;
  const sharings = `${(size.datasets * SHARINGS_OF_DATASET).toLocaleString('en')} sharings of ${size.datasets.toLocaleString('en')} datasets with ${size.accounts.toLocaleString('en')} accounts and ${size.groups.toLocaleString('en')} groups`;
  const common = [
    'Groups are within groups, four in each, up to five deep. An account is a direct member of three.',
    'Millrace runs its own code for checks and changes, in one process, without HTTP. It finds the levels for simultaneous calls by one statement. Plain SQL sends a statement for each check over a pool of ten connections.',
    'Both read and write PostgreSQL with durable commits. A change of Millrace is a transaction with a lock, the rules of sharing and the history of levels; plain SQL writes one row.',
    `casbin has the sharings of ${CASBIN_DATASETS.toLocaleString('en')} datasets only, because it does not start with all of them within ten minutes. It reads each sharing for each check, and stores nothing.`,
  ];
  return [
    {
      title: `Checks with 1 % changes, ${AT_ONCE} at a time, ${seconds} s: ${sharings}`,
      unit: 'checks/s',
      better: 'more',
      contestants: [
        checker(target, OURS, { kind: 'speed', size, seconds, atOnce: AT_ONCE }),
        checker(target, SQL, { kind: 'speed', size, seconds, atOnce: AT_ONCE }),
        checker(target, CASBIN, { kind: 'speed', size: sizeFor(CASBIN, size), seconds, atOnce: 1 }),
      ],
      target: { text: `${PER_SECOND.toLocaleString('en')} checks/s`, reached: (median) => median(OURS) >= PER_SECOND },
      notes: common,
    },
    {
      title: `Checks with 1 % changes at ${PER_SECOND.toLocaleString('en')} operations a second: 99th percentile`,
      unit: 'ms',
      better: 'less',
      decimals: 1,
      contestants: [OURS, SQL].map((name) => checker(target, name as typeof OURS, { kind: 'rate', size, seconds, perSecond: PER_SECOND })),
      skipped: { [CASBIN]: 'it makes fewer than 10,000 checks in a second, as the comparison above shows' },
      target: { text: `less than ${CHECK_MILLISECONDS} ms`, reached: (median) => median(OURS) < CHECK_MILLISECONDS },
      notes: ['An operation begins at its time, also while others wait. A contestant that cannot follow has growing times.'],
    },
    listComparison(stage, target),
  ];
});

/** Prepares a database: Millrace creates it, and SQL fills it. */
async function prepareTarget(stage: Stage, size: SharingSize): Promise<Target> {
  const databaseUrl = await (await startDatabaseServer(stage)).create('p10');
  const empty = await startMillrace(stage, databaseUrl, 'none');
  await empty.stop();
  const startedAt = performance.now();
  const { token, tenant } = await seedSharings(databaseUrl, empty.key, size);
  stage.say(`Seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return { databaseUrl, key: empty.key, token, tenant, size };
}

/** The data that a contestant is asked about. */
function sizeFor(name: keyof typeof PEERS, size: SharingSize): SharingSize {
  return name === CASBIN ? { ...size, datasets: Math.min(size.datasets, CASBIN_DATASETS) } : size;
}

function startOf(stage: Stage, { databaseUrl, tenant, size }: Target, name: keyof typeof PEERS): Promise<PeerProcess> {
  return startPeer(stage, PEERS[name], { DATABASE_URL: databaseUrl, TENANT: tenant, SIZE: JSON.stringify(sizeFor(name, size)) });
}

/** Fails unless all contestants give the same answers. */
async function compareAnswers(stage: Stage, target: Target): Promise<void> {
  const answersOf = async (name: keyof typeof PEERS, size: SharingSize, count: number): Promise<boolean[]> => {
    const peer = await startOf(stage, target, name);
    const answers = await peer.ask<boolean[]>({ kind: 'answers', size, count } satisfies SharingOrder);
    await peer.stop();
    return answers;
  };
  for (const name of [SQL, CASBIN] as const) {
    const size = sizeFor(name, target.size);
    const ours = await answersOf(OURS, size, COMPARED[name]);
    if (!ours.includes(true) || !ours.includes(false)) throw new Error('The compared checks have only one answer.');
    const wrong = (await answersOf(name, size, COMPARED[name])).findIndex((answer, index) => answer !== ours[index]);
    if (wrong >= 0) throw new Error(`${name} answers check ${wrong} in another way than Millrace: ${ours[wrong]}`);
  }
}

function checker(target: Target, name: keyof typeof PEERS, order: SharingOrder & { seconds: number }): Contestant {
  let peer: PeerProcess;
  let figures: SharingFigures;
  return {
    name,
    start: async (turn) => {
      peer = await startOf(turn, target, name);
      await peer.ask<SharingFigures>({ ...order, seconds: 1 });
    },
    run: async () => {
      figures = await peer.ask<SharingFigures>(order);
      return order.kind === 'rate' ? figures.p99 : figures.perSecond;
    },
    details: () => [
      `${figures.checks.toLocaleString('en')} checks and ${figures.writes.toLocaleString('en')} changes; ${figures.perSecond.toFixed(0)} checks/s, 99 % in ${figures.p99.toFixed(1)} ms`,
    ],
  };
}

function listComparison(stage: Stage, target: Target): Comparison {
  const count = stage.smoke ? 2 : stage.quick ? 100 : 300;
  return {
    title: `List of ${LIST_SIZE.toLocaleString('en')} datasets, one call at a time, ${count} calls: 99th percentile`,
    unit: 'ms',
    better: 'less',
    decimals: 1,
    contestants: [listsOverHttp(target, count), listsOfPeer(target, SQL, count)],
    skipped: { [CASBIN]: 'it does not have all sharings, see above' },
    target: { text: `less than ${LIST_MILLISECONDS} ms`, reached: (median) => median(OURS) < LIST_MILLISECONDS },
    notes: [
      'Millrace: GET /datasets over HTTP, with all fields of each dataset as JSON, read to the last byte. Plain SQL: the rows of the same datasets, without sharings, ratings and favourites.',
      'A third of the datasets is shared with the account itself, the others with four groups, each within the next one.',
    ],
  };
}

function listsOverHttp(target: Target, count: number): Contestant {
  let pool: Pool;
  let sharingMilliseconds = Number.NaN;
  const measure = async (path: string, calls: number): Promise<number> => {
    const times: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization: `Bearer ${target.token}` } });
      const text = await body.text();
      times.push(performance.now() - startedAt);
      const entries = statusCode === 200 ? (JSON.parse(text) as unknown[]).length : 0;
      if (entries !== LIST_SIZE)
        throw new Error(`GET ${path} was answered with ${statusCode} and ${entries} entries: ${text.slice(0, 200)}`);
    }
    return percentile(times, 0.99);
  };
  return {
    name: OURS,
    start: async (turn) => {
      pool = openPool((await startMillrace(turn, target.databaseUrl, 'none', { key: target.key })).url, turn);
      await measure('/datasets', Math.ceil(count / 5));
    },
    run: async () => {
      sharingMilliseconds = await measure('/sharing/sharings/dataset', count);
      return measure('/datasets', count);
    },
    details: () => [
      `GET /sharing/sharings/dataset, with the ids and levels of the same datasets: 99 % in ${sharingMilliseconds.toFixed(1)} ms`,
    ],
  };
}

function listsOfPeer(target: Target, name: keyof typeof PEERS, count: number): Contestant {
  let peer: PeerProcess;
  const ask = (calls: number): Promise<{ entries: number; p99: number }> =>
    peer.ask({ kind: 'lists', count: calls } satisfies SharingOrder);
  return {
    name,
    start: async (turn) => {
      peer = await startOf(turn, target, name);
      await ask(1);
    },
    run: async () => {
      const { entries, p99 } = await ask(count);
      if (entries !== LIST_SIZE) throw new Error(`The list has ${entries} entries.`);
      return p99;
    },
  };
}
