/** A crawl: first the definitions of all tables, then the samples of those that have changed. */
import { createHash } from 'node:crypto';
import type { CrawledDatabase, ListedTable, TableDefinition } from './databases/database.ts';
import { DatabaseUnusable } from './faults.ts';
import { LARGEST_PART_BYTES, PORTION_BYTES, type PortionSender } from './portion-sender.ts';
import type { CrawlContent, CrawledTable } from './portions.ts';
import { Sample, SamplePortion } from './samples.ts';
import type { CrawlSettings } from './settings.ts';
import { technicalNameOf } from './technical-names.ts';

/** The parts that a crawl uses. `hide` removes secrets from a text. */
type CrawlParts = {
  database: CrawledDatabase;
  sender: Pick<PortionSender, 'send'>;
  settings: Pick<CrawlSettings, 'mode' | 'selection' | 'sampleRows'>;
  log: (level: 'INFO' | 'WARN', message: string) => void;
  hide: (text: string) => string;
};

/** The version of the form of samples. It is part of each fingerprint: raise it when the form changes, so that all samples are read again. */
const SAMPLE_VERSION = 1;
/** The maximum number of tables of a portion, and of one statement that reads definitions. */
const PORTION_TABLES = 500;
/** A definition with more characters loses the comments of its columns. */
const COMMENTED_CHARACTERS = 2 ** 20;
const LONGEST_MESSAGE = 500;
const SHOWN_WARNINGS = 100;

/** The facts about a table that are kept between the two phases. The columns are not kept, because a database may have millions. */
type Observed = { name: string; listed: ListedTable; readable: string[]; fingerprint: string | null };

/** Crawls or scans a database. Throws a `DatabaseUnusable`, a `PortionRefused` or a `CrawlEnded`. */
export const runCrawl = (parts: CrawlParts): Promise<void> => new Crawl(parts).run();

class Crawl {
  readonly #parts: CrawlParts;
  readonly #known = new Map<string, string>();
  #unreadable: { technicalName: string; message: string }[] = [];
  #warnings = 0;

  constructor(parts: CrawlParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { database, settings, log } = this.#parts;
    const { tables, provesAbsence } = await database.list();
    log('INFO', `Listed ${tables.length} tables and views`);
    if (settings.mode === 'scan') return this.#scan(tables);
    const observed = await this.#observe(this.#selectedTables(tables));
    await this.#sendUnreadable(1);
    await this.#send({ kind: 'observed', isComplete: provesAbsence });
    log('INFO', `Read the definitions of ${observed.length} tables and views`);
    const changed = observed.filter(({ name, fingerprint }) => fingerprint === null || fingerprint !== this.#known.get(name));
    await this.#sendUnchanged(observed, new Set(changed));
    const read = await this.#sample(changed);
    await this.#sendUnreadable(1);
    log('INFO', `Read ${read} samples; ${observed.length - changed.length} tables are unchanged; ${this.#warnings} could not be read`);
  }

  async #scan(tables: readonly ListedTable[]): Promise<void> {
    const readable = tables.filter(({ refusal }) => refusal === undefined);
    await this.#sendTables(readable.map((table) => textOf({ ...headOf(table), fingerprint: null, columns: [] })));
    await this.#send({ kind: 'observed', isComplete: true });
  }

  /** Returns the selected tables that the account may read, and records the others as unreadable. */
  #selectedTables(tables: readonly ListedTable[]): ListedTable[] {
    const { selection } = this.#parts.settings;
    const missing = new Set(selection);
    const chosen = tables.filter((table) => {
      const name = technicalNameOf(table.parts);
      if (selection.size > 0 && !missing.delete(name)) return false;
      if (table.refusal !== undefined) this.#addUnreadable(name, new Error(table.refusal));
      return table.refusal === undefined;
    });
    for (const name of missing) this.#addUnreadable(name, new Error('There is no such table or view, or the account cannot see it'));
    return chosen;
  }

  async #observe(tables: readonly ListedTable[]): Promise<Observed[]> {
    const observed: Observed[] = [];
    for (const batch of partsOf(tables, PORTION_TABLES)) {
      const definitions = await this.#definitions(batch);
      const texts: string[] = [];
      for (const listed of batch) {
        const definition = definitions.get(listed);
        if (!definition) continue;
        const fingerprint = this.#fingerprint(listed, definition);
        const text = textOf({ ...headOf(listed), fingerprint, columns: definition.columns });
        const name = technicalNameOf(listed.parts);
        if (Buffer.byteLength(text) > LARGEST_PART_BYTES) {
          this.#addUnreadable(name, new Error(`Its definition is larger than ${LARGEST_PART_BYTES / 2 ** 20} MiB`));
          continue;
        }
        texts.push(text);
        observed.push({ name, listed, readable: definition.readable, fingerprint });
      }
      await this.#sendTables(texts);
      await this.#sendUnreadable(PORTION_TABLES);
    }
    return observed;
  }

  /** Reads definitions in one statement. After an error, reads each table alone, to find those that cannot be read. */
  async #definitions(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const { database } = this.#parts;
    try {
      return await database.define(tables);
    } catch (error) {
      if (error instanceof DatabaseUnusable) throw error;
    }
    const definitions = new Map<ListedTable, TableDefinition>();
    for (const table of tables)
      try {
        for (const [listed, definition] of await database.define([table])) definitions.set(listed, definition);
      } catch (error) {
        this.#addUnreadable(technicalNameOf(table.parts), error);
      }
    return definitions;
  }

  #fingerprint({ kind, comment }: ListedTable, { columns, readable, state }: TableDefinition): string | null {
    if (state === null) return null;
    const { sampleRows } = this.#parts.settings;
    return createHash('sha256')
      .update(JSON.stringify([SAMPLE_VERSION, sampleRows, kind, comment, columns, readable, state]))
      .digest('hex');
  }

  async #sendUnchanged(observed: readonly Observed[], changed: ReadonlySet<Observed>): Promise<void> {
    const unchanged = observed.filter((table) => !changed.has(table)).map(({ name }) => name);
    for (const tables of partsOf(unchanged, PORTION_TABLES)) await this.#send({ kind: 'unchanged', tables });
  }

  /**
   * Reads the samples, and returns how many could be read. While the control plane stores a portion, reads the next samples, but at most one further
   * portion.
   */
  async #sample(tables: readonly Observed[]): Promise<number> {
    const portion = new SamplePortion();
    let pending: Promise<unknown> = Promise.resolve();
    let count = 0;
    const flush = async (): Promise<void> => {
      await pending;
      await this.#sendUnreadable(PORTION_TABLES);
      pending = this.#parts.sender.send(portion.take());
    };
    for (const table of tables) {
      const sample = await this.#readSample(table);
      if (sample) {
        if (portion.isTooSmallFor(sample)) await flush();
        portion.add(sample);
        count += 1;
      }
      if (portion.isDue()) await flush();
    }
    if (!portion.isEmpty) await flush();
    await pending;
    return count;
  }

  async #readSample({ name, listed, readable }: Observed): Promise<Sample | undefined> {
    const { database, settings, log } = this.#parts;
    const sample = new Sample(name, readable, settings.sampleRows);
    try {
      if (settings.sampleRows > 0 && readable.length > 0)
        await database.sample(listed, readable, settings.sampleRows, (row) => sample.add(row));
    } catch (error) {
      this.#addUnreadable(name, error);
      return undefined;
    }
    if (sample.isCut) log('INFO', `The sample of ${name} ends after ${sample.count} rows, because they are large`);
    return sample;
  }

  /** Records that a table cannot be read. Throws the error again if it concerns the whole crawl. */
  #addUnreadable(technicalName: string, error: unknown): void {
    if (error instanceof DatabaseUnusable) throw error;
    const { hide, log } = this.#parts;
    const message = hide(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_MESSAGE);
    this.#unreadable.push({ technicalName, message });
    this.#warnings += 1;
    if (this.#warnings <= SHOWN_WARNINGS) log('WARN', `${technicalName} cannot be read: ${message}`);
    if (this.#warnings === SHOWN_WARNINGS) log('WARN', 'Further tables that cannot be read are only in the errors of the crawler');
  }

  async #sendUnreadable(minimum: number): Promise<void> {
    if (this.#unreadable.length < minimum) return;
    const unreadable = this.#unreadable;
    this.#unreadable = [];
    for (const tables of partsOf(unreadable, PORTION_TABLES)) await this.#send({ kind: 'unreadable', tables });
  }

  /** Sends definitions, given as JSON texts of a `CrawledTable` each. */
  async #sendTables(tables: readonly string[]): Promise<void> {
    let portion: string[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (portion.length === 0) return;
      const { known } = await this.#parts.sender.send(`{"kind":"tables","tables":[${portion.join(',')}]}`);
      for (const { technicalName, fingerprint } of known) this.#known.set(technicalName, fingerprint);
      portion = [];
      bytes = 0;
    };
    for (const text of tables) {
      const size = Buffer.byteLength(text) + 1;
      if (bytes + size > PORTION_BYTES || portion.length === PORTION_TABLES) await flush();
      portion.push(text);
      bytes += size;
    }
    await flush();
  }

  #send(content: CrawlContent): Promise<unknown> {
    return this.#parts.sender.send(JSON.stringify(content));
  }
}

const headOf = ({ parts, kind, comment }: ListedTable): Pick<CrawledTable, 'technicalName' | 'displayName' | 'kind' | 'comment'> => ({
  technicalName: technicalNameOf(parts),
  displayName: parts.at(-1) ?? '',
  kind,
  comment,
});

function textOf(table: CrawledTable): string {
  const text = JSON.stringify(table);
  if (text.length <= COMMENTED_CHARACTERS) return text;
  return JSON.stringify({ ...table, columns: table.columns.map((column) => ({ ...column, comment: null })) });
}

function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
