const frames = ['|', '/', '-', '\\'];

/** Shows on standard error that a long step goes on: seconds that count on a terminal, one line at each end elsewhere. */
export async function withProgress(text, step) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const terminal = process.stderr.isTTY;
  let turn = 0;
  const draw = () => process.stderr.write(`\r\u001b[K${frames[turn++ % frames.length]} ${text} ${seconds()} s`);
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
