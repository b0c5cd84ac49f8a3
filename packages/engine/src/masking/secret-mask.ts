import type { Schema } from '@millrace/contract';
import type { OwnLog } from '../own-log.ts';
import { Automaton } from './automaton.ts';
import { formsOf, MIN_CHARACTERS } from './forms.ts';

/** What stands in place of a secret: always the same, so that its length stays unknown. */
export const MASK = '***';

const MASK_BYTES = Buffer.from(MASK);
const NOTHING = Buffer.alloc(0);

/** Takes the secrets out of what an execution writes. */
export class SecretMask {
  /** Undefined where there is nothing to hide: then nothing is looked at. */
  readonly #automaton: Automaton | undefined;

  /** The values that nobody may read. */
  constructor(values: readonly string[]) {
    const forms = formsOf(values);
    this.#automaton = forms.length === 0 ? undefined : new Automaton(forms);
  }

  /** The mask of an execution: it knows the parameters that the control plane calls secret. */
  static of({ parameters, secretParameters = [] }: Pick<Schema<'ClaimedExecution'>, 'parameters' | 'secretParameters'>): SecretMask {
    return new SecretMask(secretParameters.map((name) => parameters[name] ?? ''));
  }

  /** A text without the secrets. */
  text(text: string): string {
    const stream = this.stream();
    return Buffer.concat([stream.write(Buffer.from(text)), stream.end()]).toString();
  }

  /** The same facts, their texts without the secrets. */
  texts<Facts extends object>(facts: Facts): Facts {
    return Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? this.text(fact) : fact]),
    ) as Facts;
  }

  /** One output of a process without the secrets. */
  stream(): MaskedStream {
    return new MaskedStream(this.#automaton);
  }

  /** The engine's own log for what is about the execution. */
  log(own: OwnLog): OwnLog {
    return (level, message, facts = {}) => own(level, message, this.texts(facts));
  }
}

/**
 * Masks a stream of bytes in which secrets lie across the borders of chunks. It holds back no more than the longest end of what came that may be the
 * beginning of a secret; where several overlap or touch, one mask stands for all of them.
 * @rule execution-logs.secrets.masked
 */
export class MaskedStream {
  readonly #automaton: Automaton | undefined;
  #state = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Where secrets lie in what is held back, in their order and apart from each other. */
  #covers: { start: number; end: number }[] = [];
  /** Whether the last that was let through is a mask: what touches it needs no other one. */
  #masked = false;

  constructor(automaton: Automaton | undefined) {
    this.#automaton = automaton;
  }

  /** Takes a chunk and returns what can be shown by now. */
  write(chunk: Uint8Array): Buffer {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!this.#automaton) return bytes;
    const before = this.#heldBytes;
    this.#state = this.#automaton.scan(bytes, this.#state, (end, length) => this.#cover(before + end - length, before + end));
    const open = this.#automaton.open(this.#state);
    const settled = before + bytes.length - open;
    if (settled === 0) {
      this.#hold(bytes);
      return NOTHING;
    }
    const all = before === 0 ? bytes : Buffer.concat([...this.#held, bytes]);
    this.#held = [];
    this.#heldBytes = 0;
    if (open > 0) this.#hold(all.subarray(settled));
    return this.#show(all, settled);
  }

  /** Returns the rest. What looks like the beginning of a secret is masked: whoever was killed while writing one has shown a part of it. */
  end(): Buffer {
    const all = Buffer.concat(this.#held);
    if (all.length >= MIN_CHARACTERS) this.#cover(0, all.length);
    this.#held = [];
    this.#heldBytes = 0;
    this.#state = 0;
    return this.#show(all, all.length);
  }

  #hold(bytes: Buffer): void {
    // A copy, so that a few held bytes do not keep the whole chunk in memory.
    this.#held.push(Buffer.from(bytes));
    this.#heldBytes += bytes.length;
  }

  #cover(from: number, end: number): void {
    let start = from;
    for (let last = this.#covers.at(-1); last && last.end >= start; last = this.#covers.at(-1)) {
      start = Math.min(start, last.start);
      this.#covers.pop();
    }
    this.#covers.push({ start, end });
  }

  #show(all: Buffer, settled: number): Buffer {
    if (this.#covers.length === 0) {
      if (settled > 0) this.#masked = false;
      return all.subarray(0, settled);
    }
    const parts: Buffer[] = [];
    let at = 0;
    const show = (until: number): void => {
      if (until <= at) return;
      parts.push(all.subarray(at, until));
      this.#masked = false;
    };
    const later: { start: number; end: number }[] = [];
    for (const { start, end } of this.#covers) {
      if (end > settled) later.push({ start: Math.max(0, start - settled), end: end - settled });
      if (start >= settled) continue;
      show(start);
      if (!this.#masked) parts.push(MASK_BYTES);
      this.#masked = true;
      at = Math.min(end, settled);
    }
    show(settled);
    this.#covers = later;
    return Buffer.concat(parts);
  }
}
