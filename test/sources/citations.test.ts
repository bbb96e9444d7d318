import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAPERS = {
  D1: 'docs/specification/1-access-orders-shipments.md',
  D2: 'docs/specification/2-shipments-reverse-fulfillment.md',
  facts: 'docs/specification/facts.md',
} as const;

const sources = globSync('{server,shared,web,test,scripts,tools}/**/*.{ts,tsx,mjs,sql}')
  .concat(globSync('{docs,.}/*.md'), globSync('docs/{behaviour,decisions,api}/*.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Returns all that a pattern finds in the sources, each once. */
const cited = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([found]) => found))),
];

test('every cited section of the specifications is in the repository', () => {
  const headings = Object.entries(PAPERS).flatMap(([name, path]) =>
    [...readFileSync(path, 'utf8').matchAll(/^## (\d+)\./gm)].map(([, section]) => `${name} §${section}`),
  );
  const sections = cited(/\b(?:D1|D2|facts) §\d+/g);
  expect(sections.length).toBeGreaterThan(20);
  expect(sections.filter((section) => !headings.includes(section))).toEqual([]);
});

test('every cited reading is in the repository', () => {
  const readings = readFileSync('docs/specification/readings.md', 'utf8');
  const known = [...readings.matchAll(/^\| ([RSC]\d+) \|/gm)].map(([, id]) => id);
  // 'readings S1, C37' cites two of them.
  const lists = cited(/\breadings? (?:[RSC]\d+)(?:(?:,| and) [RSC]\d+)*/g);
  const ids = [...new Set(lists.flatMap((list) => list.match(/[RSC]\d+/g) ?? []))];
  expect(ids.length).toBeGreaterThan(60);
  expect(ids.filter((id) => !known.includes(id))).toEqual([]);
});
