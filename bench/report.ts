import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import type { Row } from './measure.ts';

const HEAD = ['work', 'c', 'ours/s', 'beside/s', 'ratio', 'goal', 'aim', 'reached', 'p50 ms', 'p99 ms', 'shed'];

function cellsOf({ work, connections, ours, beside, ratio, goal, aim }: Row): string[] {
  const numbers = [ours.perSecond, beside.perSecond].map((value) => value.toFixed(0));
  const shares = [ratio, goal, aim].map((value) => value.toFixed(2));
  const reached = ratio >= aim ? 'aim' : ratio >= goal ? 'goal' : 'no';
  return [
    work,
    String(connections),
    ...numbers,
    ...shares,
    reached,
    ours.p50.toFixed(2),
    ours.p99.toFixed(2),
    String(ours.shed),
  ];
}

/** The rows as a table, in Markdown that is aligned to be read as it is. */
export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) => `| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [text[0], rule, ...text.slice(1)].join('\n');
}

/** Writes what was measured, on what. */
export async function writeResults(path: string, settings: object, rows: readonly Row[]): Promise<void> {
  const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ date: new Date().toISOString(), machine, settings, rows }, null, 2)}\n`);
}
