import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContactPart } from '#shared/orders/contact-text/claims/contact-parts.ts';

const KEYS: Readonly<Record<string, ContactPart | 'observations'>> = {
  s: 'street_name',
  n: 'street_number',
  f: 'floor',
  d: 'apartment',
  e: 'between_1',
  g: 'between_2',
  b: 'neighborhood_name',
  c: 'city',
  z: 'zip_code',
  p: 'state',
  a: 'first_name',
  l: 'last_name',
  r: 'receiver_name',
  i: 'document',
  t: 'receiver_phone',
  m: 'email',
  o: 'observations',
};

/** A text of the corpus with the values that a person reads from it. */
export interface CorpusText {
  text: string;
  parts: Partial<Record<ContactPart, string>>;
  observations: string[];
}

type CorpusFile = 'addresses' | 'addresses-set-aside' | 'people' | 'people-set-aside';

/** Reads a file of the corpus; its README describes the format. */
export function contactCorpus(name: CorpusFile): CorpusText[] {
  const file = readFileSync(join(import.meta.dirname, '..', 'contact-corpus', `${name}.txt`), 'utf8');
  return file.trimEnd().split('\n').map(parseLine);
}

function parseLine(line: string): CorpusText {
  const parts: CorpusText['parts'] = {};
  const observations: string[] = [];
  const text = line.replace(
    /\{([a-z]+):([^}=]*)(?:=([^}]*))?\}/g,
    (_, keys: string, written: string, value = written) => {
      for (const key of keys) {
        const part = KEYS[key];
        if (part === 'observations') observations.push(value);
        else if (part) parts[part] = value.replace(/\s+/g, ' ');
        else throw new Error(`Unknown key ${key} in ${line}`);
      }
      return written;
    },
  );
  return { text: text.replaceAll('\\n', '\n'), parts, observations };
}
