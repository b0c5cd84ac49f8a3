/** The commands that pages show, in blocks and in sentences. */

/** A block of a page: its language, its text, and the commands in it. */
export type Block = { language: string; text: string; commands: readonly string[] };

/** Programs that pages show. */
const PROGRAMS =
  'npm npx node curl git millrace millrace-engine pg_dump pg_restore psql rsync aws systemctl docker podman install openssl sh bash'.split(
    ' ',
  );
const COMMAND = new RegExp(`^(?:\\$ )?(?:[A-Z][A-Z_]*=(?:"[^"]*"|\\S*) +)*((?:${PROGRAMS.join('|')})(?: .*|$))`);
/** The languages of blocks that a shell runs. */
const SHELLS = new Set(['', 'sh', 'bash', 'console']);

/** Returns the blocks of a page that contain shell commands. */
export function pageBlocks(page: string): Block[] {
  return [...page.matchAll(/^ *```(\w*)(?: [^\n]*)?\n(.*?)^ *```$/gms)]
    .map(([, language = '', text = '']) => ({ language, text, commands: commandsIn(text) }))
    .filter(({ language, commands }) => SHELLS.has(language) && commands.length > 0);
}

/** Returns the commands that a page names in a sentence or in a cell of a table. */
export function inlineCommands(page: string): string[] {
  const prose = page.replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => {
    const command = COMMAND.exec(span)?.[1];
    // A single word is the name of a program.
    return command?.includes(' ') ? [command.trim()] : [];
  });
}

/** Returns the commands of a block, each on one line, without the comment behind it. */
function commandsIn(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const command = COMMAND.exec(line.trim())?.[1];
      return command === undefined ? [] : [command.replace(/ +#.*$/, '').trim()]; // prettier-ignore
    });
}
