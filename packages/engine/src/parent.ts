/** What a parent process hands over, so that no secret stands on the command line or in the environment. */
export type Handover = { url: string; credential: string; name?: string; capacity?: number };

/** The process that started this engine: what it said first, and its death. */
export type Parent = { handover: Promise<Handover>; gone: Promise<void> };

/** Listens to the parent over the IPC channel where there is one, else over stdin: one line of JSON, then nothing until it ends. */
export function listenToParent(): Parent {
  const handover = Promise.withResolvers<Handover>();
  const gone = Promise.withResolvers<void>();
  const end = () => {
    handover.reject(new Error('The parent process ended before it said where the control plane is'));
    gone.resolve();
  };
  const take = (value: unknown) => {
    const said = value as Handover;
    if (typeof said?.url === 'string' && typeof said.credential === 'string') handover.resolve(said);
    else handover.reject(new Error('The parent process must say {"url": …, "credential": …} in one line of JSON'));
  };
  // The lines of the own log have no reader left when the parent is gone.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  if (process.channel) {
    process.once('message', take);
    process.once('disconnect', end);
  } else {
    let text = '';
    let said = false;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (chunk: string) => {
      if (said) return;
      text += chunk;
      const line = text.indexOf('\n');
      if (line === -1) return;
      said = true;
      take(parsed(text.slice(0, line)));
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
