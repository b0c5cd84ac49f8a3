/** Faults of the local double: what happens to requests that fit a rule, before or after the server has answered them. */

/** A rule as a caller sets it. Milliseconds of waiting, an answer in place of the server's, or a connection that ends without an answer. */
export type FaultRule = {
  method?: string;
  /** `{name}` stands for one part of the path, and `*` for any text. */
  path: string;
  /** The number of requests that it affects; all if undefined. */
  times?: number;
  /** The number of matching requests that pass before the first one that it affects. */
  skip?: number;
  latencyMilliseconds?: number;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The connection ends before the server gets the request, or after the server has done what the request asks. */
  cut?: 'before' | 'after';
};

/** A rule with the number of requests that fitted, and of those that it affected. */
type FaultState = { rule: FaultRule; fitted: number; hit: number };

type ActiveRule = FaultState & { pattern: RegExp };

/** The rules, in their order: the first one that affects a request decides. */
export class Faults {
  #active: ActiveRule[] = [];

  /** Replaces all rules; their counts begin at 0. */
  set(rules: readonly FaultRule[]): void {
    this.#active = rules.map((rule) => ({ rule, fitted: 0, hit: 0, pattern: patternOf(rule.path) }));
  }

  /** Returns the rules in their order, with their counts. */
  list(): FaultState[] {
    return this.#active.map(({ rule, fitted, hit }) => ({ rule, fitted, hit }));
  }

  /** Returns the rule that affects a request, and counts the request; undefined where none does. `path` is without the query. */
  take(method: string, path: string): FaultRule | undefined {
    for (const active of this.#active) {
      const { rule, pattern } = active;
      if ((rule.method !== undefined && rule.method !== method) || !pattern.test(path)) continue;
      active.fitted += 1;
      if (active.fitted <= (rule.skip ?? 0) || active.hit >= (rule.times ?? Infinity)) continue;
      active.hit += 1;
      return rule;
    }
    return undefined;
  }
}

function patternOf(path: string): RegExp {
  const parts = path
    .split(/(\{\w+\}|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith('{') ? '[^/]+' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('')}/?$`);
}
