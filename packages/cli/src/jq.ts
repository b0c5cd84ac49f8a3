import { Failure } from './failure.ts';

/** Applies a filter to an answer of the API, and returns the results with a line for each; texts without quotes. */
export type Filter = (answer: unknown) => Promise<string>;

/** Compiles an expression of the language jq. Throws a `Failure` if the expression is invalid. */
export async function openFilter(expression: string): Promise<Filter> {
  // Loaded here, because few commands need its 1.3 MB.
  const { raw } = await import('jq-wasm');
  const run = async (input: string): Promise<string> => {
    const { exitCode } = process;
    try {
      return await raw(input, expression, ['--raw-output', '--compact-output']);
    } catch (error) {
      throw new Failure('usage', `--jq: ${reasonOf(error)}`);
    } finally {
      // The library changes it after an error.
      process.exitCode = exitCode;
    }
  };
  // Without an input, jq only compiles the expression.
  await run('');
  return (answer) => run(JSON.stringify(answer));
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/\s*jq: \d+ compile errors?\s*$/, '');
}
