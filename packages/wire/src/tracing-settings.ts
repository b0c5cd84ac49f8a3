/** Starts tracing where the settings of OpenTelemetry switch it on; otherwise its SDK is not loaded. */
import { NO_TRACING, type Tracing } from './tracing.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the URL of the OTLP endpoint for spans. Undefined where the settings name no endpoint (the default of the standard, localhost, is not used), and
 * where `OTEL_SDK_DISABLED` or `OTEL_TRACES_EXPORTER=none` switch spans off.
 */
export function spansUrl(environment: Environment): string | undefined {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT } = environment;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return undefined;
  if (OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return OTEL_EXPORTER_OTLP_ENDPOINT ? `${OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces` : undefined;
}

/** Starts tracing where the settings name an endpoint for spans; otherwise returns `NO_TRACING`. */
export async function startConfiguredTracing(environment: Environment, program: { name: string; version: string }): Promise<Tracing> {
  const url = spansUrl(environment);
  if (url === undefined) return NO_TRACING;
  const { startTracing } = await import('./open-telemetry.ts');
  return startTracing(url, environment, program);
}
