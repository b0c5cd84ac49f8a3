/** Parses the text of a filter, with the positions of its parts, and refuses a malformed one. */
import { parse } from '@rsql/parser';
import { invalid, type Problem } from '../base/problem.ts';

/** A selector, an operator and one value or a list, with the positions in the text at which they begin. */
export type Comparison = {
  selector: string;
  operator: string;
  values: readonly string[];
  isList: boolean;
  at: { selector: number; operator: number; value: number };
};

/** A parsed filter. */
export type FiqlFilter = Comparison | { join: 'and' | 'or'; left: FiqlFilter; right: FiqlFilter };

type Node = ReturnType<typeof parse>;

// The maximum depth of the condition: the stack of the database overflows at some tens of thousands.
const LONGEST = 2000;
const MAX_SHOWN = 40;

const QUOTED = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/g;
const QUOTED_OR_OPERATOR = new RegExp(`${QUOTED.source}|[=!]=|[<>]=?|=[a-z]*=`, 'g');

/** Reads a filter that is not blank. */
export function readFilter(text: string): FiqlFilter {
  if (text.length > LONGEST) throw refuseFilter(text, LONGEST, `the text goes on; expected at most ${LONGEST} characters`);
  const operators = operatorPositions(text);
  return withPositions(text, parsed(text), operators);
}

/**
 * The refusal of a filter; it contains the position in characters, counted from 1.
 * @rule filters.query.broken
 */
export function refuseFilter(text: string, index: number, message: string): Problem {
  return invalid('malformed_filter', `The filter cannot be used at character ${Array.from(text.slice(0, index)).length + 1}: ${message}.`);
}

/** A part of the text, short enough for a message. */
export const shorten = (part: string): string => (part.length > MAX_SHOWN ? `${part.slice(0, MAX_SHOWN)}…` : part);

function parsed(text: string): Node {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw brokenText(text, error.message);
  }
}

/** The message of the parser contains the position: after a quoted part of the text, and before the whole quoted text. */
function brokenText(text: string, message: string): Problem {
  const tail = ` in "${text}".`;
  const position = message.endsWith(tail) ? /at position (\d+)$/.exec(message.slice(0, -tail.length))?.[1] : undefined;
  const index = position === undefined ? text.length : Number(position) - 1;
  if (message.startsWith('Unclosed quote'))
    return refuseFilter(text, index, `the quote ${text[index]} is never closed; expected another one`);
  if (message.includes('forget to close parenthesis')) return refuseFilter(text, index, "the text ends; expected ')'");
  const found =
    position === undefined ? 'the text ends' : `'${shorten(String.fromCodePoint(text.codePointAt(index) ?? 0))}' is not expected here`;
  return refuseFilter(text, index, `${found}; expected ${expectedAfter(text.slice(0, index))}`);
}

function expectedAfter(before: string): string {
  const plain = before.replaceAll(QUOTED, 'q').trimEnd();
  if (/(?:[=!]=|[<>]=?|=[a-z]+=)$/.test(plain) || /=[a-z]+=\s*\((?:[^()]*,)?$/.test(plain)) return 'a value';
  if (/=[a-z]+=\s*\([^()]*$/.test(plain)) return "',' or ')'";
  if (/(?:^|[;,(]|\s(?:and|or))$/.test(plain)) return 'a comparison such as name==Dev*';
  if (/(?:^|[;,(\s])[^\s;,()=!<>~'"]+$/.test(plain) && !/[=<>]\s*[^\s;,()]+$/.test(plain)) return 'an operator such as ==';
  return "';', ',' or the end (quote a value that holds spaces or any of ;,()=!<>~)";
}

/** The positions of the comparison operators, in order. Outside of quotes, a well-formed filter contains nothing else that looks like one. */
function* operatorPositions(text: string): Generator<number, undefined> {
  for (const { 0: piece, index } of text.matchAll(QUOTED_OR_OPERATOR)) if (!/^["']/.test(piece)) yield index;
}

/** The parser returns no positions, but its tree has the comparisons in the order of the text. */
function withPositions(text: string, node: Node, operators: Iterator<number, undefined>): FiqlFilter {
  if (node.type === 'LOGIC') {
    const left = withPositions(text, node.left, operators);
    const right = withPositions(text, node.right, operators);
    return { join: node.operator === ';' || node.operator === 'and' ? 'and' : 'or', left, right };
  }
  const { selector } = node.left;
  const { value } = node.right;
  const operator = operators.next().value ?? text.length;
  const afterOperator = operator + node.operator.length;
  return {
    selector,
    operator: node.operator,
    values: [value].flat(),
    isList: typeof value !== 'string',
    at: {
      selector: text.lastIndexOf(selector, operator - 1),
      operator,
      value: afterOperator + text.slice(afterOperator).search(/\S/),
    },
  };
}
