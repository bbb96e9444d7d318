import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import type { ConcurrentCallsDuring } from './cases/bulk.ts';
import type { LabelRow } from './cases/labels.ts';

/** Formats lines of cells as a Markdown table with aligned columns. */
export function aligned(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) => `| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [text[0], rule, ...text.slice(1)].join('\n');
}

const LABEL_HEAD = [
  'drawing',
  'labels',
  'first byte ms',
  'all ms',
  'labels/s',
  'KB',
  'other calls',
  'their p50 ms',
  'their p99 ms',
  'memory MB',
];

/** Formats the durations of label rendering and of concurrent calls. */
export function labelTable(rows: readonly LabelRow[]): string {
  const cells = rows.map(({ work, labels, firstByteMs, totalMs, kilobytes, others }) => [
    work,
    String(labels),
    firstByteMs.toFixed(0),
    totalMs.toFixed(0),
    ((labels / totalMs) * 1000).toFixed(0),
    kilobytes.toFixed(0),
    String(others.calls),
    others.p50.toFixed(1),
    others.p99.toFixed(1),
    others.memoryMb.toFixed(0),
  ]);
  return aligned([LABEL_HEAD, ...cells]);
}

/** A measured value with its upper limit. */
export interface Limit {
  what: string;
  unit: string;
  measured: number;
  goal: number;
  aim: number;
}

const LIMIT_HEAD = ['what', 'measured', 'goal', 'aim', 'reached'];

/** Formats measured values and their limits as a table. */
export function limitTable(rows: readonly Limit[]): string {
  const cells = rows.map(({ what, unit, measured, goal, aim }) => [
    what,
    `${measured.toFixed(2)} ${unit}`,
    `${goal.toFixed(2)} ${unit}`,
    `${aim.toFixed(2)} ${unit}`,
    measured <= aim ? 'aim' : measured <= goal ? 'goal' : 'no',
  ]);
  return aligned([LIMIT_HEAD, ...cells]);
}

const OTHERS_HEAD = ['during', 'other calls', 'their p50 ms', 'their p99 ms', 'memory MB'];

/** Formats the durations of other calls during bulk uploads. */
export function concurrentCallsTable(rows: readonly ConcurrentCallsDuring[]): string {
  const cells = rows.map(({ during, calls, p50, p99, memoryMb }) => [
    during,
    String(calls),
    p50.toFixed(1),
    p99.toFixed(1),
    memoryMb.toFixed(0),
  ]);
  return aligned([OTHERS_HEAD, ...cells]);
}

/** Writes the results with a description of the machine and the data. @param results tables by name */
export async function writeResults(path: string, settings: object, results: object): Promise<void> {
  const machine = { cores: cpus().length, processor: cpus()[0]?.model, node: process.version };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    `${JSON.stringify({ date: new Date().toISOString(), machine, settings, ...results }, null, 2)}\n`,
  );
}
