/** The commands that pages for people name, in blocks and between words. */

/** A block of a page: its language, its text, and the commands in it. */
export type Block = { language: string; text: string; commands: readonly string[] };

/** Programs whose use a page shows. */
const PROGRAMS =
  'npm npx node curl git millrace millrace-engine pg_dump pg_restore psql rsync aws systemctl docker podman install openssl sh bash'.split(
    ' ',
  );
const COMMAND = new RegExp(`^(?:\\$ )?(?:[A-Z][A-Z_]*=(?:"[^"]*"|\\S*) +)*((?:${PROGRAMS.join('|')})(?: .*|$))`);
/** Blocks of other languages show what is not run by a shell. */
const SHELLS = new Set(['', 'sh', 'bash', 'console']);

/** The blocks of a page in which a shell runs something. */
export function pageBlocks(page: string): Block[] {
  return [...page.matchAll(/^ *```(\w*)(?: [^\n]*)?\n(.*?)^ *```$/gms)]
    .map(([, language = '', text = '']) => ({ language, text, commands: commandsIn(text) }))
    .filter(({ language, commands }) => SHELLS.has(language) && commands.length > 0);
}

/** The commands that a page names between words, or in a cell of a table. */
export function inlineCommands(page: string): string[] {
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => {
    const command = COMMAND.exec(span)?.[1];
    // A word by itself is the name of a program.
    return command?.includes(' ') ? [command.trim()] : [];
  });
}

/** Commands of a block, each on one line, without what follows it as an explanation. */
function commandsIn(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const command = COMMAND.exec(line.trim())?.[1];
      return command === undefined ? [] : [command.replace(/ +#.*$/, '').trim()]; // prettier-ignore
    });
}
