import * as z from 'zod/mini';
import { keepValues } from '#web/console/kit/kept-values.ts';
import type { PackedUnits } from './pack-lines.ts';

/** Without zod's checks of numbers, which would enlarge every page of the portal: its chunks share the library with the console. */
const counter = z.number().check(({ value, issues }) => {
  if (!Number.isSafeInteger(value) || value < 1) issues.push({ code: 'custom', message: 'no count', input: value });
});

/** The scanned units of each order that isn't saved. */
export const packing = keepValues<PackedUnits>('packing:', z.record(z.string(), counter), {});

/** Names an order's scanned units. */
export const packingKey = (clientId: number, id: number): string => `${clientId}:${id}`;
