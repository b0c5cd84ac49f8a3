/** How far the heap may grow before V8 marks it (ADR 24). */
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** What may come on top of what lives. */
const ROOM_BYTES = 96 * 2 ** 20;

/**
 * V8 lets a heap grow by a share of what lives, which for a small one is marked again and again. Here it may grow by so many bytes, however much lives:
 * the share is set anew after each marking.
 */
export function giveHeapRoom(): void {
  setShare();
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isMarking)) setShare();
  }).observe({ entryTypes: ['gc'] });
}

function setShare(): void {
  const { used_heap_size: heap, external_memory: buffers } = getHeapStatistics();
  setFlagsFromString(`--heap-growing-percent=${Math.max(1, Math.round((100 * ROOM_BYTES) / (heap + buffers)))}`);
}

const isMarking = (entry: PerformanceEntry & { detail?: unknown }): boolean =>
  (entry.detail as { kind?: number } | undefined)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
