/**
 * The reason why the task of a bundle could not be started: the execution ends as DEPLOY_FAILED with this type and message.
 * @rule task-executions.status.deploy
 */
export class DeployFault extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DeployFault';
    this.errorType = errorType;
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
