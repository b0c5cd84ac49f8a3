/** Numbers that every Node process has: memory, CPU, event loop, garbage collection, file descriptors. */
import { collectDefaultMetrics, Registry } from 'prom-client';

/** Milliseconds between two looks at the event loop: more often would keep an idle process busy. */
const LOOK_MILLISECONDS = 50;

/** Begins to watch this process; the returned function gives the numbers as text. */
export function watchProcess(): () => Promise<string> {
  const register = new Registry();
  // Without our prefix: what all clients of Prometheus call alike, dashboards find.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOK_MILLISECONDS });
  return () => register.metrics();
}
