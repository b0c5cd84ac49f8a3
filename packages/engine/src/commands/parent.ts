/** The settings that a parent process sends, so that the credential is neither on the command line nor in the environment. */
export type Handover = { url: string; credential: string; name?: string; capacity?: number };

/** The process that started this engine. `gone` resolves when the parent process has ended. */
export type Parent = { handover: Promise<Handover>; gone: Promise<void> };

/** Reads the handover from the IPC channel if there is one, else from stdin as one line of JSON. The end of the channel means that the parent ended. */
export function listenToParent(): Parent {
  const handover = Promise.withResolvers<Handover>();
  const gone = Promise.withResolvers<void>();
  const end = () => {
    handover.reject(new Error('The parent process ended before it sent the address of the control plane'));
    gone.resolve();
  };
  const accept = (value: unknown) => {
    const message = value as Handover;
    if (typeof message?.url === 'string' && typeof message.credential === 'string') handover.resolve(message);
    else handover.reject(new Error('The parent process must send {"url": …, "credential": …} as one line of JSON'));
  };
  // The parent reads the log of this process. When it has ended, writing to the log must not fail.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  if (process.channel) {
    process.once('message', accept);
    process.once('disconnect', end);
  } else {
    let text = '';
    let hasRead = false;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (chunk: string) => {
      if (hasRead) return;
      text += chunk;
      const line = text.indexOf('\n');
      if (line === -1) return;
      hasRead = true;
      accept(parsed(text.slice(0, line)));
      text = '';
    });
    process.stdin.on('error', end);
    process.stdin.on('close', end);
    process.stdin.on('end', end);
  }
  return { handover: handover.promise, gone: gone.promise };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
