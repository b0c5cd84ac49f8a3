/** Asking the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Whether the person types `yes`; where nobody can type, the answer is no. */
export async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type yes to go on: `);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
