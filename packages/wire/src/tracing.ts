/**
 * Spans, written by hand where they matter. Without the settings of OpenTelemetry nothing of it is loaded, and the context that a caller sent is
 * only passed on.
 */

/** What is noted beside a span. */
export type Attributes = Record<string, string | number | boolean>;

/** How a span stands to the work of others. */
export type SpanKind = 'internal' | 'server' | 'producer' | 'consumer';

/** What a span begins with; `at` is the moment of its begin in epoch milliseconds, where that has passed. */
export type SpanTerms = { parent?: string | undefined; kind?: SpanKind; at?: number; attributes?: Attributes };

/** A piece of work that is timed. */
export type Span = {
  /** The context for what is caused by it, as the header of that name has it: that of the span, or where nothing is traced that of its parent. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Ends it; what failed says how. */
  end(failure?: string): void;
};

/** Makes spans and sends them. */
export type Tracing = {
  readonly on: boolean;
  span(name: string, terms?: SpanTerms): Span;
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>;
};

const nothing = (): void => undefined;

/** Traces nothing. */
export const NO_TRACING: Tracing = {
  on: false,
  span: (_name, terms) => ({ traceparent: terms?.parent, set: nothing, end: nothing }),
  stop: () => Promise.resolve(),
};

/** Version 00 of the W3C trace context; neither id may be zero. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The context that a header brings, if it is one. */
export const readTraceparent = (text: unknown): string | undefined =>
  typeof text === 'string' && TRACEPARENT.test(text) ? text : undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the standard settings say that spans are to be sent, or undefined where none are. */
export function spansUrl(environment: Environment): string | undefined {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = environment;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return undefined;
  if (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return OTEL_EXPORTER_OTLP_ENDPOINT ? `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces` : undefined;
}

/** Begins to trace where the environment asks for it. */
export async function openTracing(environment: Environment, program: { name: string; version: string }): Promise<Tracing> {
  const url = spansUrl(environment);
  if (url === undefined) return NO_TRACING;
  const { startTracing } = await import('./open-telemetry.ts');
  return startTracing(url, environment, program);
}
