/** Starts Millrace on this machine; with --demo it also publishes and runs the examples. */
import { parseArgs } from 'node:util';
import { readConfig } from '../packages/server/src/core/config.ts';
import { StartError } from '../packages/server/src/core/start-error.ts';
import { startMillrace, type Running } from '../packages/server/src/start.ts';
import { runDemo } from './demo/run-demo.ts';

const began = performance.now();

async function start(words: string[]): Promise<void> {
  const { demo } = parseArgs({ args: words, options: { demo: { type: 'boolean', default: false } } }).values;
  const running = await startMillrace(readConfig(), (line) => console.log(line));
  stopOnSignal(running);
  console.log(welcome(running));
  if (demo) await runDemo(running);
  console.log('\nServing until you press Ctrl-C.');
}

function welcome({ url, login, tokenFile, logFile }: Running): string {
  return `
Millrace is ready (${((performance.now() - began) / 1000).toFixed(1)} s)

  API        ${url}
  Reference  ${url}/docs
  Login      ${login}, with the token in ${tokenFile}
  Log        ${logFile}

Try  curl -H "Authorization: Bearer $(cat '${tokenFile}')" ${url}/account/me`;
}

function stopOnSignal(running: Running): void {
  const stop = (): void => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
    console.log('\nStopping …');
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The stop did not end well:', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}

try {
  await start(process.argv.slice(2));
} catch (error) {
  const known = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(known ? (error as Error).message : error);
  process.exit(1);
}
