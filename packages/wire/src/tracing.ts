/** Spans of OpenTelemetry, as our own code sees them. Where nothing is traced, the context that a caller sent is passed on. */

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
