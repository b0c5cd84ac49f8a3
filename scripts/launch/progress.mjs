const frames = ['|', '/', '-', '\\'];

/** Shows the progress of a long step on stderr: a counter of seconds on a terminal, otherwise a line at the start and at the end. */
export async function withProgress(text, step) {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const terminal = process.stderr.isTTY;
  let frame = 0;
  const draw = () => process.stderr.write(`\r\u001b[K${frames[frame++ % frames.length]} ${text} ${seconds()} s`);
  const clear = () => terminal && process.stderr.write('\r\u001b[K');
  if (!terminal) process.stderr.write(`${text}\n`);
  const timer = terminal ? setInterval(draw, 200) : undefined;
  try {
    const result = await step();
    clear();
    process.stderr.write(`${text.replace(/ \(.*\) \.\.\.$/, '')}: done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    clear();
    throw error;
  } finally {
    clearInterval(timer);
  }
}
