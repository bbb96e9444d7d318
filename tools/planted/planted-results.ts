import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The test files that didn't catch a fault, by the fault's name; none if it was caught. */
export type PlantedResults = Record<string, readonly string[]>;

/** Reads the results of an earlier command; empty without any. */
export const readPlantedResults = (path: string): PlantedResults =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};

/** Writes the results so far. */
export function writePlantedResults(path: string, results: PlantedResults): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
}
