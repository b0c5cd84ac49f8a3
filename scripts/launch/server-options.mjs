/**
 * Options of Node for the server (ADR 24). V8 marks the heap when it has grown to four times what was alive; by default it does so at 1.4 times, which
 * for the small heap of the server is several times a second while logs are read. The young generation stops at 16 MiB a half, so that buffers
 * without a user are freed early: V8 also marks the heap when 64 MiB of them wait.
 */
export const SERVER_OPTIONS = ['--max-semi-space-size=16', '--heap-growing-percent=300'];
