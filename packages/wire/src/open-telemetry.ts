/** Makes and sends spans by the SDK of OpenTelemetry; loaded only where tracing is switched on. */
import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as SdkSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { readTraceparent, type Span, type SpanKind, type Tracing } from './tracing.ts';

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};
/** Time for which the program waits at its end for the remaining spans to be sent. */
const LAST_SEND_MS = 3000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts to send spans to the URL; the exporter reads headers, timeout and compression of its calls from the environment of the process. */
export function startTracing(url: string, environment: Environment, program: { name: string; version: string }): Tracing {
  const named = resourceFromAttributes({
    'service.name': environment['OTEL_SERVICE_NAME'] || program.name,
    'service.version': program.version,
  });
  const delay = Number(environment['OTEL_BSP_SCHEDULE_DELAY'] || Number.NaN);
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...(delay >= 0 && { scheduledDelayMillis: delay }) })],
  });
  const tracer = provider.getTracer(program.name, program.version);
  return {
    isOn: true,
    span: (name, { parent, kind = 'internal', at, attributes } = {}) =>
      spanOf(
        tracer.startSpan(
          name,
          { kind: KINDS[kind], ...(at !== undefined && { startTime: at }), ...(attributes && { attributes }) },
          contextOf(parent),
        ),
      ),
    stop: async () => {
      const shutdownEnded = new AbortController();
      const timeout = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LAST_SEND_MS);
        shutdownEnded.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      });
      // A collector that does not answer must not delay the end of the program.
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      shutdownEnded.abort();
    },
  };
}

function spanOf(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes(attributes),
    end: (failure) => {
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = readTraceparent(traceparent)?.split('-') ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const parent: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Returns the standard sampler that the settings name. By default the caller's decision applies, and without a caller all spans are sampled. */
function samplerOf({ OTEL_TRACES_SAMPLER: name = '', OTEL_TRACES_SAMPLER_ARG: text }: Environment): Sampler {
  const ratio = Number(text || 1);
  const [, byParent, kind] = /^(parentbased_)?(\w+)$/.exec(name) ?? [];
  const root =
    kind === 'always_off' ? new AlwaysOffSampler() : kind === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
  return name === '' || byParent !== undefined ? new ParentBasedSampler({ root }) : root;
}
