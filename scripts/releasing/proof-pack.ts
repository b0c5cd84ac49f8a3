/** The proof pack of a release: the page of the proof, with the pages and the results that it names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { conformancePage } from '../house/conformance-page.ts';
import { endpointsPage } from '../house/endpoints-page.ts';
import { readResults } from '../house/measured-results.ts';
import { type ProofLinks, proofTables } from '../house/proof-page.ts';
import { rulesPage } from '../house/rules-page.ts';
import { readText } from '../house/source-files.ts';
import { readTestRun, TEST_RUN } from '../house/test-run.ts';

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const PACK: ProofLinks = { result: (path) => `results/${fileOf(path)}`, page: (name) => `conformance/${name}` };

/** A page of `docs` for the pack. In place of a link to a file that is not one of `pages` stands the path of the file in the sources. */
const withoutLinks = (text: string, pages: readonly string[]): string =>
  text.replace(/\[([^\]]*)\]\((?![a-z]+:|#)([^)#]+)[^)]*\)/g, (link, words: string, path: string) => {
    if (pages.includes(path)) return link;
    const source = posix.join('docs', path);
    return source.endsWith(words) ? `\`${source}\`` : `${words} (\`${source}\`)`;
  });

/** Writes the folder `proof`: README.md, the pages of conformance and security, and the results as they were measured. */
export function writeProofPack(folder: string, version: string, commit: string): void {
  for (const name of ['conformance', 'results']) mkdirSync(join(folder, name), { recursive: true });
  for (const { path } of readResults()) writeFileSync(join(folder, 'results', fileOf(path)), readText(path));
  if (readTestRun() !== undefined) writeFileSync(join(folder, 'results', fileOf(TEST_RUN)), readText(TEST_RUN));
  const pages = {
    'endpoints.md': endpointsPage(),
    'rules.md': rulesPage(),
    'oauth-conformance.md': conformancePage(),
    'security.md': readText('docs/security.md'),
  };
  const names = Object.keys(pages);
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, 'conformance', name), withoutLinks(text, names));
  writeFileSync(
    join(folder, 'README.md'),
    `# Proof pack of Millrace ${version}

Written by \`npm run release\` from the commit \`${commit}\`. The commands run in its sources, \`../millrace-${version}.tar.gz\`. Paths on
the pages of \`conformance/\` are paths in these sources. Each file of \`results/\` names the machine and the day of its measurement, and each figure holds only for that
machine; \`bench/README.md\` of the sources says what counts as a claim.

${proofTables(PACK)}`,
  );
}
