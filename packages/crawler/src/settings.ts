/** The settings of a crawl, from its environment and from the file of MILLRACE_CONTEXT. */
import { readFileSync } from 'node:fs';
import { OUTBOUND_LIST, readOutboundList, type OutboundRules } from '@millrace/wire/outbound-rules';
import { type ConnectionTarget, connectionTarget } from './connection-target.ts';
import { CRAWLED_CONNECTION, CRAWL_PARAMETERS } from './crawl-parameters.ts';
import { SettingsFault } from './faults.ts';
import { DEFAULT_RULES } from './databases/outbound.ts';

/** The settings of a crawl. */
export type CrawlSettings = {
  url: string;
  executionId: string;
  token: string;
  /** Certificates of authorities for the address of the control plane; empty for the usual ones alone. */
  certificates: string;
  mode: 'crawl' | 'scan';
  /** Technical names; empty means all tables. */
  selection: ReadonlySet<string>;
  sampleRows: number;
  /** Milliseconds after which a statement is ended, so that a view that never answers costs no more. */
  statementMilliseconds: number;
  target: ConnectionTarget;
  /** The addresses to which the engine lets crawls connect. */
  outbound: OutboundRules;
};

const MAX_ROWS = 10_000;
const STATEMENT_SECONDS = 30;

/** Reads the parameters of the run. Throws a `SettingsFault` where no engine has started the program. */
export function readRunParameters(environment: NodeJS.ProcessEnv): Map<string, string> {
  const file = environment['MILLRACE_CONTEXT'];
  if (!file) throw new SettingsFault('MILLRACE_CONTEXT is not set: this program is started by an engine of Millrace');
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}

/** Reads the settings. Throws a `SettingsFault` for the first that cannot be used. */
export function readSettings(environment: NodeJS.ProcessEnv, parameters: ReadonlyMap<string, string>): CrawlSettings {
  const mode = parameters.get(CRAWL_PARAMETERS.mode) ?? 'crawl';
  if (mode !== 'crawl' && mode !== 'scan') throw unusable(CRAWL_PARAMETERS.mode, 'crawl or scan');
  const seconds = parameters.get(CRAWL_PARAMETERS.statementSeconds);
  return {
    url: required(environment, 'MILLRACE_URL').replace(/\/+$/, ''),
    executionId: required(environment, 'MILLRACE_EXECUTION_ID'),
    token: parameters.get(CRAWL_PARAMETERS.token) ?? '',
    certificates: parameters.get(CRAWL_PARAMETERS.certificates) ?? '',
    mode,
    selection: selectionOf(parameters.get(CRAWL_PARAMETERS.selection) ?? '[]'),
    sampleRows: wholeNumber(CRAWL_PARAMETERS.sampleRows, parameters.get(CRAWL_PARAMETERS.sampleRows) ?? '1000', 0, MAX_ROWS),
    statementMilliseconds: 1000 * wholeNumber(CRAWL_PARAMETERS.statementSeconds, seconds ?? String(STATEMENT_SECONDS), 1, 3600),
    outbound: outboundOf(parameters.get(CRAWL_PARAMETERS.outbound)),
    target: connectionTarget(
      connectionValues(parameters),
      parameters.get(CRAWL_PARAMETERS.application) ?? '',
      parameters.get(CRAWL_PARAMETERS.driver),
    ),
  };
}

function outboundOf(text: string | undefined): OutboundRules {
  const rules = text ? readOutboundList(text) : DEFAULT_RULES;
  if (rules) return rules;
  throw unusable(CRAWL_PARAMETERS.outbound, OUTBOUND_LIST);
}

/** Returns the parameters of the crawled connection by their own names. */
function connectionValues(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const prefix = `connection_${CRAWLED_CONNECTION}_`;
  const ofConnection = [...parameters].filter(([name]) => name.startsWith(prefix));
  return new Map(ofConnection.map(([name, value]) => [name.slice(prefix.length), value]));
}

function selectionOf(text: string): Set<string> {
  try {
    const names: unknown = JSON.parse(text);
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return new Set(names);
  } catch {
    // Invalid JSON ends with the same error as a value of another form.
  }
  throw unusable(CRAWL_PARAMETERS.selection, 'a JSON list of technical names');
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw unusable(name, `a whole number from ${minimum} to ${maximum}`);
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new SettingsFault(`${name} is not set: this program is started by an engine of Millrace`);
}

const unusable = (name: string, expected: string): SettingsFault => new SettingsFault(`The parameter ${name} must be ${expected}`);
