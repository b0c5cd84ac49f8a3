/** The promises of docs/security.md, each with the tests that it names (ADR 101). */
import { readText } from './source-files.ts';

/** A paragraph, an entry of a list or a table of the page, with the heading above it. `tests` are words in the paths of its tests. */
export type SecurityPart = { heading: string; text: string; tests: readonly string[] };

const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, word]) => word ?? []);

/** The words after "Tests:", or those in the last column of a table with tests. */
function testsOf(part: string): string[] {
  const [, listed] = /^\s*Tests: (.*)\.$/m.exec(part) ?? [];
  if (listed !== undefined) return inBackticks(listed);
  const [head = '', , ...rows] = part.split('\n');
  if (!part.startsWith('|') || !head.endsWith(' tests |')) return [];
  return rows.flatMap((row) => inBackticks(row.split('|').at(-2) ?? ''));
}

/** Reads the parts of the page in its order. The tests of a table are in its last column, or in the paragraph that follows it. */
export function securityParts(page = readText('docs/security.md')): SecurityPart[] {
  const parts = page
    .replaceAll(/^```.*?^```$/gms, '')
    .replaceAll(/\n\n(?=Tests: )/g, '\n')
    .split(/\n\n+|\n(?=- )/)
    .map((part) => part.trim())
    .filter(Boolean);
  let heading = '';
  return parts.flatMap((text) => {
    const [, title] = /^##? (.+)$/.exec(text) ?? [];
    if (title !== undefined) heading = title;
    return text.startsWith('#') ? [] : [{ heading, text, tests: testsOf(text) }];
  });
}
