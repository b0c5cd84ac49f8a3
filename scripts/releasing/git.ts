import { execFileSync } from 'node:child_process';
import { root } from '../house/source-files.ts';

/** Runs git in the repository and returns its output. */
export const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
