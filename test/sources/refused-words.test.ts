import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REFUSED_IN_CODE, REFUSED_IN_PATHS, type RefusedWord } from './refused-words.ts';

const files = globSync('{server,shared,web,test,tools,scripts}/**/*.{ts,tsx,mjs,css,sql,md}');
const sources = files.filter((path) => !path.includes('refused-words') && !path.endsWith('.md'));

/** Returns a message about a text's first refused word, with the better term. */
function refusalOf(text: string, words: readonly RefusedWord[]): string | undefined {
  for (const { pattern, use } of words) {
    const found = pattern.exec(text);
    if (found) return `'${found[0]}': use ${use}`;
  }
  return undefined;
}

describe('names and comments use the terms of docs/glossary.md and of the field', () => {
  test('in the paths of files', () => {
    const refused = files.flatMap((path) => {
      const refusal = refusalOf(path, REFUSED_IN_PATHS);
      return refusal ? [`${path}: ${refusal}`] : [];
    });
    expect(refused).toEqual([]);
  });

  test('in sources', () => {
    const refused = sources.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const refusal = refusalOf(line, REFUSED_IN_CODE);
          return refusal ? [`${path}:${index + 1} ${refusal}`] : [];
        }),
    );
    expect(refused).toEqual([]);
  });

  test('a refused word is found inside a longer name, and an ordinary word is not', () => {
    expect(refusalOf('const form = useDoorForm();', [{ pattern: /\w*DoorForm/, use: 'AuthForm' }])).toBe(
      "'useDoorForm': use AuthForm",
    );
    expect(refusalOf('// The shipment is left at the door.', REFUSED_IN_CODE)).toBeUndefined();
  });
});
