/** Questions to the user at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Asks a question and returns whether the user types `yes`. Returns false if stdin is no terminal. */
export async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes to continue: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
