/** The spans of OpenTelemetry, as our own code uses them. Where tracing is off, the context that a caller sent is passed on unchanged. */

/** The attributes of a span. */
export type Attributes = Record<string, string | number | boolean>;

/** The kind of a span, as OpenTelemetry defines it. */
export type SpanKind = 'internal' | 'server' | 'producer' | 'consumer';

/** The options of a new span; `at` is its start in epoch milliseconds (default: now). */
type SpanOptions = { parent?: string | undefined; kind?: SpanKind; at?: number; attributes?: Attributes };

/** A piece of work whose time is measured. */
export type Span = {
  /** The value of the header `traceparent` for the calls of this work: the context of the span, or where tracing is off that of its parent. */
  readonly traceparent: string | undefined;
  set(attributes: Attributes): void;
  /** Ends the span; `failure` is the message of the error with which the work failed. */
  end(failure?: string): void;
};

/** Makes spans and sends them. */
export type Tracing = {
  readonly isOn: boolean;
  span(name: string, options?: SpanOptions): Span;
  /** Sends the remaining spans; this takes a few seconds at most. */
  stop(): Promise<void>;
};

const nothing = (): void => undefined;

/** The tracing that makes and sends no spans. */
export const NO_TRACING: Tracing = {
  isOn: false,
  span: (_name, options) => ({ traceparent: options?.parent, set: nothing, end: nothing }),
  stop: () => Promise.resolve(),
};

/** Version 00 of the W3C trace context; neither id may be zero. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the value of a header `traceparent`, or undefined where it is not valid. */
export const readTraceparent = (text: unknown): string | undefined =>
  typeof text === 'string' && TRACEPARENT.test(text) ? text : undefined;
