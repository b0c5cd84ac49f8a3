/** Writes one line of the engine's own log. */
export type OwnLog = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** Makes a log of one JSON object a line; facts must hold no secret. */
export function jsonLog(stream: NodeJS.WritableStream): OwnLog {
  return (level, message, facts = {}) => {
    stream.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`);
  };
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
