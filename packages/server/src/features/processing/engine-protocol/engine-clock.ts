/** Times that an engine reports are those of its own clock, which may be wrong. */
import type { BodyOf } from '@millrace/contract';

type Report = BodyOf<'POST /engine/v1/reports'>;

/** Less than this is the time that the report was under way. */
const TOLERANCE_MILLISECONDS = 5000;
const LATEST = 8_640_000_000_000_000;

/**
 * A report with its times on the server's clock. One that does not say when it was sent is taken at its word.
 * @rule task-executions.times.engine-clock
 */
export function onOurClock(report: Report, nowMilliseconds: number): Report {
  const off = report.sentAt === undefined ? 0 : nowMilliseconds - report.sentAt;
  if (Math.abs(off) <= TOLERANCE_MILLISECONDS) return report;
  const right = (at: number): number => Math.min(LATEST, Math.max(0, at + off));
  return {
    starts: report.starts?.map((one) => ({ ...one, startedAt: right(one.startedAt) })) ?? [],
    logs: report.logs?.map((one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, at: right(line.at) })) })) ?? [],
    finishes:
      report.finishes?.map((one) => ({
        ...one,
        finishedAt: right(one.finishedAt),
        ...(one.startedAt !== undefined && { startedAt: right(one.startedAt) }),
        ...(one.components && {
          components: one.components.map((component) => ({
            ...component,
            component_start_time_seconds: right(component.component_start_time_seconds * 1000) / 1000,
          })),
        }),
      })) ?? [],
  };
}
