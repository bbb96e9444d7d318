import { writeFile } from 'node:fs/promises';
import { correctionsFileName } from '#shared/csv.ts';
import type { InputFile } from './command.ts';

/**
 * Writes the rows to correct beside their file. An existing file isn't overwritten, because somebody may have corrected it: the new one
 * gets the next free number.
 *
 * @returns the new file's name, relative as the file's name was typed
 */
export async function writeCorrections({ name, path }: InputFile, csv: string): Promise<string> {
  for (let number = 1; ; number++) {
    try {
      await writeFile(numbered(path, number), csv, { flag: 'wx' });
      return numbered(name, number);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

const numbered = (name: string, number: number): string =>
  number === 1 ? correctionsFileName(name) : correctionsFileName(name).replace(/\.csv$/, ` (${number}).csv`);
