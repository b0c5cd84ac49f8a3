/**
 * The reason why the task of a bundle could not be started: the execution ends as DEPLOY_FAILED with this type and message. The message is the reason, and
 * the advice where there is one.
 * @rule task-executions.status.deploy
 */
export class DeployFault extends Error {
  readonly errorType: string;
  readonly reason: string;

  constructor(errorType: string, reason: string, { advice, ...options }: ErrorOptions & { advice?: string } = {}) {
    // The reason may be a sentence of another program.
    super(advice === undefined ? reason : `${reason.replace(/\.$/, '')}. ${advice}`, options);
    this.name = 'DeployFault';
    this.errorType = errorType;
    this.reason = reason;
  }
}

/** The `code` of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The fault for a system error that means the engine cannot write its files; undefined for other errors. The bundle is not at fault. */
export function storageFault(error: unknown): DeployFault | undefined {
  const code = codeOf(error);
  if (!code || !['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'].includes(code)) return undefined;
  const message = `The engine cannot write to its folder (${code}): make room, or correct the permissions of the folder, on the engine's machine`;
  return new DeployFault('ENGINE_STORAGE', message, { cause: error });
}
