import { parseArgs } from 'node:util';
import { KINDS } from './kinds.ts';

/** Shapes of data: one sender with everything, many clients, or thousands of clients with orders by Zipf. */
export type Shape = 'one' | 'many' | 'thousands';

const { values } = parseArgs({
  options: {
    /** Orders of all clients together. */
    orders: { type: 'string', default: '1000000' },
    /** Number of clients with orders; by default 20 in the shape `many`, and 5,000 in `thousands`. */
    clients: { type: 'string' },
    /**
     * Data shapes for lists, searches, creation, statistics and isolation: `one` sender with at most 100,000 orders, and
     * `many` clients, and growth of `thousands` of clients. The other kinds of work use the last shape only.
     */
    shapes: { type: 'string', default: 'one,many' },
    /** Number of turns of each side, and seconds per turn. */
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Numbers of connections; a case skips numbers that it doesn't define. */
    connections: { type: 'string', default: '1,10,50' },
    /** Number of rows of a bulk upload, at most the number of orders. */
    rows: { type: 'string', default: '50000' },
    /** Number of labels per file. */
    labels: { type: 'string', default: '500' },
    /** Kinds of work, see `kinds.ts`; all of them by default. */
    only: { type: 'string', default: '' },
    /**
     * Folder of another checkout of the product, with its packages installed. Its server is measured in the same turns, on
     * the same database, or on a separate one if its migrations differ.
     */
    before: { type: 'string' },
    /** Folder of the prepared data and the results. */
    folder: { type: 'string', default: '.data' },
    /** Writes a CPU profile of our server next to the results. */
    profile: { type: 'boolean', default: false },
  },
});

const only = values.only.split(',').filter(Boolean);
for (const kind of only) {
  if (!KINDS.includes(kind)) throw new Error(`--only accepts ${KINDS.join(', ')}, not '${kind}'`);
}

const SHAPES: readonly string[] = ['one', 'many', 'thousands'] satisfies Shape[];
for (const shape of values.shapes.split(',')) {
  if (!SHAPES.includes(shape)) throw new Error(`--shapes accepts ${SHAPES.join(', ')}, not '${shape}'`);
}

/** Parsed options of the command line. */
export const options = {
  ...values,
  orders: Number(values.orders),
  clients: (usual: number) => Number(values.clients ?? usual),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  rows: Number(values.rows),
  labels: Number(values.labels),
  shapes: values.shapes.split(',') as Shape[],
  connections: values.connections.split(',').map(Number),
  wanted: (kind: string) => only.length === 0 || only.includes(kind),
};
