/** Two regions, each with a control plane and a PostgreSQL, of which one is a standby of the other: the loss of one, the fail-over, and the way back. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../packages/engine/test/free-port.ts';
import { runCommand } from '../packages/server/test/support/command.ts';
import { startDatabaseGate, type DatabaseGate } from '../packages/server/test/support/database-gate.ts';
import { eventually, Install } from '../packages/server/test/support/install.ts';
import {
  ask,
  markAsStandby,
  setSetting,
  startRegionDatabase,
  startStandby,
  type RegionDatabase,
} from '../packages/server/test/support/standby.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import type { Stage } from './stage.ts';
import { endDatabase } from './storage-failures.ts';

/** Data survive a power failure, as in production. */
const DURABLE = { durable: true };

/** One of the two regions. */
export class Region {
  readonly name: string;
  readonly port: number;
  /** The proxy between the engines and the control plane. */
  readonly recorder: Recorder;
  readonly #folder: string;
  readonly #settings: Readonly<Record<string, string>>;
  #database: RegionDatabase | undefined;
  #install: Install | undefined;
  /** The network between this standby and its primary. */
  #link: DatabaseGate | undefined;
  #serves: Promise<void> = Promise.resolve();

  private constructor(name: string, parts: { port: number; recorder: Recorder; folder: string; settings: Record<string, string> }) {
    this.name = name;
    this.port = parts.port;
    this.recorder = parts.recorder;
    this.#folder = parts.folder;
    this.#settings = parts.settings;
  }

  /** Makes a region in which nothing runs yet. All of it ends with the soak. */
  static async open(stage: Stage, name: string, settings: Record<string, string>): Promise<Region> {
    const port = await freePort();
    const recorder = await startRecorder(`http://127.0.0.1:${port}`, () => false);
    stage.onEnd(() => recorder.close());
    const folder = join(stage.folder, `region-${name}`);
    await mkdir(folder, { mode: 0o711 });
    const region = new Region(name, { port, recorder, folder, settings: { ...settings, MILLRACE_PORT: String(port) } });
    stage.onEnd(() => region.#database?.postgres.stop());
    stage.onEnd(() => region.#install?.stop());
    stage.onEnd(() => region.#link?.close());
    return region;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts a new database and a control plane that serves. */
  async startAsPrimary(): Promise<Install> {
    this.#database = await startRegionDatabase(this.#folder, DURABLE);
    const install = this.#start();
    await this.#serves;
    return install;
  }

  /** Builds the database anew as a standby of the other region, and starts a control plane, which waits. */
  async startAsStandby(primary: Region): Promise<void> {
    this.#link = await startDatabaseGate(primary.#running.postgres.tcpUrl);
    this.#database = await startStandby(primary.#running, this.#folder, this.name, { ...DURABLE, link: this.#link.url });
    this.#start();
    await this.#untilItWaits();
  }

  /**
   * What the operator does first in a lost region: marks its PostgreSQL as a standby, so that it accepts no writes, whoever starts it. Returns whether its
   * servers then wait and accept no start of an execution. All of it is stopped afterwards.
   */
  async returnsWithoutWriting(start: (url: string) => Promise<number>): Promise<boolean> {
    await markAsStandby(this.#folder);
    this.#database = await startRegionDatabase(this.#folder, DURABLE);
    this.#start();
    await this.#untilItWaits();
    const status = await start(this.url);
    const isWritten = await ask(this.#running.postgres.tcpUrl, 'create table written (id int)').then(
      () => true,
      () => false,
    );
    await this.#install?.stop();
    await this.#running.postgres.stop();
    return status === 503 && !isWritten;
  }

  /** Lets commits of this region wait for no standby. */
  release(): Promise<void> {
    return setSetting(this.#running, 'synchronous_standby_names', '');
  }

  /** Lets commits of this region wait for the standby, or not. Returns when the standby follows. */
  async replicate(standby: Region, isSynchronous: boolean): Promise<void> {
    if (isSynchronous) await setSetting(this.#running, 'synchronous_standby_names', standby.name);
    else await this.release();
    await eventually('the standby follows', async () => {
      const [row] = await ask<{ kind: string }>(
        this.#running.postgres.tcpUrl,
        `select sync_state as kind from pg_stat_replication where application_name = $1 and state = 'streaming'`,
        [standby.name],
      );
      return row?.kind === (isSynchronous ? 'sync' : 'async') || undefined;
    });
  }

  /** Cuts the network between this standby and its primary silently: what the primary sends arrives no more. */
  cutLink(): void {
    this.#link?.shut();
  }

  /** Mends the network that `cutLink` has cut: without this, the primary waits for the standby when it stops. */
  mendLink(): void {
    this.#link?.open();
  }

  /** Loses the region: SIGKILL to its control plane and to all processes of its PostgreSQL. `standby` has no connection to it afterwards. */
  async lose(standby: Region): Promise<void> {
    await Promise.all([this.#install?.kill(), endDatabase(this.#running.postgres)]);
    await standby.#link?.close();
    standby.#link = undefined;
  }

  /** Fails over to this region by the command. Returns until when it says that everything is here, in epoch milliseconds. */
  async failOver(): Promise<number> {
    const { code, output, errors } = await runCommand('fail-over', ['--yes'], {
      ...this.#settings,
      DATABASE_URL: this.#running.postgres.tcpUrl,
      MILLRACE_HOME: join(this.#folder, 'home-command'),
    });
    const until = /^Everything that the former primary committed until (\S+) is here\./m.exec(output)?.[1];
    if (code !== 0 || until === undefined) throw new Error(`The fail-over failed with ${code}: ${output}${errors}`);
    await this.#serves;
    return Date.parse(until);
  }

  get #running(): RegionDatabase {
    if (!this.#database) throw new Error(`The region ${this.name} has no database: this is an error in the soak itself.`);
    return this.#database;
  }

  #start(): Install {
    const install = new Install(join(this.#folder, 'home'), { ...this.#settings, DATABASE_URL: this.#running.postgres.tcpUrl });
    this.#install = install;
    this.#serves = install.start();
    // A region that is stopped while it waits has never served.
    this.#serves.catch(() => undefined);
    return install;
  }

  #untilItWaits(): Promise<boolean> {
    return eventually(`the control plane of region ${this.name} waits`, async () => {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      const body = (await answer?.json()) as { failing?: string[] } | undefined;
      return (answer?.status === 503 && body?.failing?.includes('standby')) || undefined;
    });
  }
}

/** The settings that both regions have. The folder of content stands for a bucket that has in both regions what it has acknowledged. */
export const sharedSettings = (stage: Stage): Record<string, string> => ({
  MILLRACE_KEY: randomBytes(32).toString('base64'),
  MILLRACE_BLOB_FOLDER: join(stage.folder, 'blobs'),
  MILLRACE_ENGINE: 'none',
  MILLRACE_CHECK_ANSWERS: 'off',
  MILLRACE_LOG_LEVEL: 'info',
});
