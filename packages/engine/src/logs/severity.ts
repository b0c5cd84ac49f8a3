import type { Severity } from '@millrace/wire/log-chunks';

const WORDS = new Map<string, Severity>(
  Object.entries({
    TRACE: 'TRACE',
    FINEST: 'TRACE',
    FINER: 'TRACE',
    VERBOSE: 'TRACE',
    DEBUG: 'DEBUG',
    FINE: 'DEBUG',
    INFO: 'INFO',
    INFORMATION: 'INFO',
    NOTICE: 'INFO',
    CONFIG: 'INFO',
    WARN: 'WARN',
    WARNING: 'WARN',
    ERROR: 'ERROR',
    ERR: 'ERROR',
    SEVERE: 'ERROR',
    FATAL: 'FATAL',
    CRITICAL: 'FATAL',
    ALERT: 'FATAL',
    EMERGENCY: 'FATAL',
    PANIC: 'FATAL',
  } as const),
);

const WORD = 'TRACE|FINEST|FINER|VERBOSE|DEBUG|FINE|INFO|NOTICE|CONFIG|WARNING|WARN|ERROR|SEVERE|FATAL|CRITICAL';
/**
 * `[INFO ] …`, `INFO: …`, `WARNING:root:…`, `ERROR [main] …`, and what log4j says about itself, such as `log4j:WARN …`; lower case only with a
 * colon or in brackets, as sentences begin with such words.
 */
const LEADING = new RegExp(`^(?:log4j:)?(?:\\[\\s*(${WORD})\\s*\\]|(${WORD})(?=[:\\s|]))`);
const LEADING_LOWER = new RegExp(`^(?:\\[(${WORD})\\]\\s|(${WORD}):\\s)`, 'i');
/** A date or a time, a count of milliseconds, or a bracketed one of these, before the level. */
const STAMPED = /^\[?(?:\d{1,4}[-/.:]\d{1,2}[-/.:]\d{1,4}|\d{1,12}\s+\[|\d{9,19}\b)/;
const INNER = new RegExp(`[\\s\\[|(-](${WORD})(?=[\\s\\]|):,-])`);
const LOGFMT = /(?:^|\s)(?:level|severity|lvl)="?([A-Za-z]{3,11})"?(?=\s|$)/;
/** What SLF4J says about itself: versions before 2.0.10 name no level, and only warn. */
const SLF4J = /^SLF4J(?:\(([IWED])\))?: /;
const SLF4J_LEVELS: Readonly<Record<string, Severity>> = { D: 'DEBUG', I: 'INFO', W: 'WARN', E: 'ERROR' };
const JAVA_WARNING = /^(?:OpenJDK|Java HotSpot\(TM\)) .{0,40}VM warning: /;
/** Java writes this line to stderr when it reads options from environment variables. */
const JAVA_NOTE = /^(?:NOTE: )?Picked up (?:_JAVA|JAVA_TOOL|JDK_JAVA)_OPTIONS: /;
const NUMBERED: readonly (readonly [number, Severity])[] = [
  [60, 'FATAL'],
  [50, 'ERROR'],
  [40, 'WARN'],
  [30, 'INFO'],
  [20, 'DEBUG'],
];

/**
 * The severity that a line states, in the formats of log4j, logback, JUL, Python logging, logfmt, pino and other JSON lines; undefined if it states none.
 * @rule execution-logs.list.severity
 */
export function statedSeverity(line: string): Severity | undefined {
  if (JAVA_NOTE.test(line)) return 'INFO';
  if (JAVA_WARNING.test(line)) return 'WARN';
  const slf4j = SLF4J.exec(line);
  if (slf4j) return SLF4J_LEVELS[slf4j[1] ?? 'W'];
  if (line.startsWith('{') && line.endsWith('}')) return jsonSeverity(line);
  const head = line.length > 200 ? line.slice(0, 200) : line;
  const leading = LEADING.exec(head) ?? LEADING_LOWER.exec(head);
  const word = leading?.[1] ?? leading?.[2];
  if (word) return WORDS.get(word.toUpperCase());
  if (STAMPED.test(head)) {
    const inner = INNER.exec(head)?.[1];
    if (inner) return WORDS.get(inner);
  }
  const logfmt = LOGFMT.exec(head)?.[1];
  return logfmt ? WORDS.get(logfmt.toUpperCase()) : undefined;
}

function jsonSeverity(line: string): Severity | undefined {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const nested = entry['log'];
  const inner = typeof nested === 'object' && nested !== null ? (nested as Record<string, unknown>)['level'] : undefined;
  for (const value of [entry['level'], entry['severity'], entry['levelname'], entry['log.level'], entry['lvl'], inner]) {
    if (typeof value === 'string') {
      const severity = WORDS.get(value.trim().toUpperCase());
      if (severity) return severity;
    }
    if (typeof value === 'number') return NUMBERED.find(([min]) => value >= min)?.[1] ?? 'TRACE';
  }
  return undefined;
}

const CONTINUED = /^(?:\s+\S|Caused by: |\.\.\. \d+ )/;
/** A line that only a stack trace of Java has. */
const FRAME = /^(?:\s+(?:at \S+\(|Suppressed: |\.\.\. \d+ )|Caused by: |\.\.\. \d+ )/;
const EXCEPTION = /^(?:Exception in thread "[^"]*" )?(?:[A-Za-z_$][\w$]*\.)*[A-Z][\w$]*(?:Exception|Error|Throwable)(?::|$)/;
/** Java prints this line for an exception that ends a thread: no line before it belongs to it. */
const UNCAUGHT = /^Exception in thread "/;
/** Warnings of Java and of log libraries about themselves, which have no stack trace. Jobs often print them just before their first error. */
const ALONE =
  /^(?:log4j:WARN (?:No appenders|Please initialize|See )|SLF4J(?:\([IWED]\))?: (?:Actual|Defaulting|See )|OpenJDK |Java HotSpot|WARNING: (?:Illegal reflective|All illegal|Please consider|Use --))/;
const TRACEBACK = /^Traceback \(most recent call last\):/;
const FAULTS = new Set<Severity>(['WARN', 'ERROR', 'FATAL']);

/**
 * Finds the severity of each line of one stream. The frames of a stack trace have the severity of its first line, also after a message of several lines;
 * the further lines of such a message have the default severity.
 */
export class SeverityReader {
  readonly #defaultSeverity: Severity;
  #last: Severity;
  /** The severity of the last fault, for a stack trace that follows after other lines. */
  #fault: Severity | undefined;
  /** Whether no stated severity and no stack trace goes on. */
  #isPlain = true;

  /** `defaultSeverity` is that of a line which states none and continues no stack trace. */
  constructor(defaultSeverity: Severity) {
    this.#defaultSeverity = defaultSeverity;
    this.#last = defaultSeverity;
  }

  next(line: string): Severity {
    const stated = statedSeverity(line);
    if (stated && ALONE.test(line)) {
      this.#end();
      return stated;
    }
    if (stated) this.#begin(stated);
    else if (UNCAUGHT.test(line)) this.#begin('ERROR');
    else if (TRACEBACK.test(line) || EXCEPTION.test(line)) this.#begin(FAULTS.has(this.#last) ? this.#last : 'ERROR');
    else if (this.#isPlain && this.#fault && !FAULTS.has(this.#last) && FRAME.test(line)) this.#begin(this.#fault);
    else if (!CONTINUED.test(line)) this.#end();
    return this.#last;
  }

  #end(): void {
    this.#last = this.#defaultSeverity;
    this.#isPlain = true;
  }

  #begin(severity: Severity): void {
    this.#last = severity;
    this.#isPlain = false;
    if (FAULTS.has(severity)) this.#fault = severity;
  }
}

/**
 * Whether a line names an exception: the first line of a stack trace of Java, such as `java.io.IOException: …`, or the last one of Python, such as
 * `ValueError: …`.
 */
export function namesException(line: string): boolean {
  return EXCEPTION.test(line);
}
