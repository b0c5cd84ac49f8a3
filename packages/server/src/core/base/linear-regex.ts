/** Regular expressions of callers. RE2 takes linear time for any of them, unlike the expressions of JavaScript and of the database. */
import { RE2JS, RE2JSException } from 're2js';

/** Why an expression cannot be used: RE2 does not understand it, or it compiles to too many steps. */
type RegexFault = { is: 'malformed'; message: string } | { is: 'too long' };

/** Which texts match: those that an expression describes as a whole, where a dot also stands for a line break, or those with a part that it describes. */
type RegexUse = { matches: 'whole' | 'part'; mostSteps: number };

/** Compiles an expression. Throws the error that `refuse` builds for its fault. */
export function compileRegex(
  expression: string,
  { matches, mostSteps }: RegexUse,
  refuse: (fault: RegexFault) => Error,
): (text: string) => boolean {
  let compiled: RE2JS;
  try {
    compiled = matches === 'whole' ? RE2JS.compile(expression, RE2JS.DOTALL) : RE2JS.compile(expression);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw refuse({ is: 'malformed', message: cause.message });
  }
  if (compiled.programSize() > mostSteps) throw refuse({ is: 'too long' });
  return matches === 'whole' ? (text) => compiled.matches(text) : (text) => compiled.matcher(text).find();
}
