import type { Schema } from '@millrace/contract';
import { secretPartsOf } from '@millrace/contract/secret-signs';
import type { OwnLog } from '../program/own-log.ts';
import { Automaton } from './automaton.ts';
import { formsOf, MIN_CHARACTERS } from './forms.ts';

/** The replacement of a secret. It is always the same, so that it does not reveal the length. */
const MASK = '***';

const MASK_BYTES = Buffer.from(MASK);
const NOTHING = Buffer.alloc(0);

/** Masks the secrets of an execution in its output. */
export class SecretMask {
  /** Undefined if there are no secrets; then nothing is scanned. */
  #automaton: Automaton | undefined;
  readonly #values: string[] = [];

  /** `values` are the secrets. */
  constructor(values: readonly string[]) {
    this.add(values);
  }

  /** Adds secrets that become known later. Streams that are open already do not mask them. */
  add(values: readonly string[]): void {
    if (values.length === 0) return;
    this.#values.push(...values);
    const forms = formsOf(this.#values);
    this.#automaton = forms.length === 0 ? undefined : new Automaton(forms);
  }

  /** The mask for the secret parameters of a claim. A program may show the password of a URL alone, so that this is masked, too. */
  static of({ parameters, secretParameters = [] }: Pick<Schema<'ClaimedExecution'>, 'parameters' | 'secretParameters'>): SecretMask {
    const values = secretParameters.map((name) => parameters[name] ?? '');
    return new SecretMask([...values, ...values.flatMap(secretPartsOf)]);
  }

  /** Masks a text. */
  text(text: string): string {
    const stream = this.stream();
    return Buffer.concat([stream.write(Buffer.from(text)), stream.end()]).toString();
  }

  /** Masks the texts among the values of an object; returns a new object. */
  texts<Facts extends object>(facts: Facts): Facts {
    return Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? this.text(fact) : fact]),
    ) as Facts;
  }

  /** Masks one output stream of a process. */
  stream(): MaskedStream {
    return new MaskedStream(this.#automaton);
  }

  /** A log that masks the secrets of this execution in its facts before it writes to the engine's own log. */
  log(engineLog: OwnLog): OwnLog {
    return (level, message, facts = {}) => engineLog(level, message, this.texts(facts));
  }
}

/**
 * Masks a stream of bytes; a secret may span several chunks. It holds back only the longest suffix that may be the beginning of a secret. Secrets that
 * overlap or touch get one mask together.
 * @rule execution-logs.secrets.masked
 */
export class MaskedStream {
  readonly #automaton: Automaton | undefined;
  #state = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Positions of secrets in the bytes that are held back, in order and without overlaps. */
  #matches: { start: number; end: number }[] = [];
  /** Whether the output so far ends with a mask: a secret that follows directly gets no second mask. */
  #masked = false;

  constructor(automaton: Automaton | undefined) {
    this.#automaton = automaton;
  }

  /** Masks a chunk. Returns the bytes before the part at the end that may be the beginning of a secret. */
  write(chunk: Uint8Array): Buffer {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!this.#automaton) return bytes;
    const before = this.#heldBytes;
    this.#state = this.#automaton.scan(bytes, this.#state, (end, length) => this.#addMatch(before + end - length, before + end));
    const pending = this.#automaton.partialLength(this.#state);
    const decided = before + bytes.length - pending;
    if (decided === 0) {
      this.#hold(bytes);
      return NOTHING;
    }
    const all = before === 0 ? bytes : Buffer.concat([...this.#held, bytes]);
    this.#held = [];
    this.#heldBytes = 0;
    if (pending > 0) this.#hold(all.subarray(decided));
    return this.#show(all, decided);
  }

  /** Returns the rest. A possible beginning of a secret is masked, because the task may have been killed while it wrote one. */
  end(): Buffer {
    const all = Buffer.concat(this.#held);
    if (all.length >= MIN_CHARACTERS) this.#addMatch(0, all.length);
    this.#held = [];
    this.#heldBytes = 0;
    this.#state = 0;
    return this.#show(all, all.length);
  }

  #hold(bytes: Buffer): void {
    // A copy: a view would keep the whole chunk in memory.
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
  }

  #addMatch(from: number, end: number): void {
    let start = from;
    for (let last = this.#matches.at(-1); last && last.end >= start; last = this.#matches.at(-1)) {
      start = Math.min(start, last.start);
      this.#matches.pop();
    }
    this.#matches.push({ start, end });
  }

  #show(all: Buffer, decided: number): Buffer {
    if (this.#matches.length === 0) {
      if (decided > 0) this.#masked = false;
      return all.subarray(0, decided);
    }
    const parts: Buffer[] = [];
    let at = 0;
    const show = (until: number): void => {
      if (until <= at) return;
      parts.push(all.subarray(at, until));
      this.#masked = false;
    };
    const later: { start: number; end: number }[] = [];
    for (const { start, end } of this.#matches) {
      if (end > decided) later.push({ start: Math.max(0, start - decided), end: end - decided });
      if (start >= decided) continue;
      show(start);
      if (!this.#masked) parts.push(MASK_BYTES);
      this.#masked = true;
      at = Math.min(end, decided);
    }
    show(decided);
    this.#matches = later;
    return Buffer.concat(parts);
  }
}
