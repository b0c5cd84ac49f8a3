/**
 * Options of Node for the server (ADR 24). With 300, V8 marks the heap when it has grown to four times its live size. The default of 1.4 times makes V8
 * mark the small heap of the server several times a second while logs are read. A semi-space of at most 16 MiB frees unused buffers early: V8 also marks
 * the heap when 64 MiB of them wait to be freed.
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=16', '--heap-growing-percent=300'];
