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

/** A rule with the number of requests that fitted, and of those that it hit. */
export type FaultState = { rule: FaultRule; fitted: number; hit: number };

type Armed = FaultState & { pattern: RegExp };

/** The rules, in their order: the first one that fits and hits decides. */
export class Faults {
  #armed: Armed[] = [];

  /** Replaces all rules; their counts begin at 0. */
  set(rules: readonly FaultRule[]): void {
    this.#armed = rules.map((rule) => ({ rule, fitted: 0, hit: 0, pattern: patternOf(rule.path) }));
  }

  list(): FaultState[] {
    return this.#armed.map(({ rule, fitted, hit }) => ({ rule, fitted, hit }));
  }

  /** The rule that hits a request, which counts it; undefined where none does. `path` is without the query. */
  take(method: string, path: string): FaultRule | undefined {
    for (const armed of this.#armed) {
      const { rule, pattern } = armed;
      if ((rule.method !== undefined && rule.method !== method) || !pattern.test(path)) continue;
      armed.fitted += 1;
      if (armed.fitted <= (rule.skip ?? 0) || armed.hit >= (rule.times ?? Infinity)) continue;
      armed.hit += 1;
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
