import { parseArgs } from 'node:util';

/** Shapes of data: many clients, or one sender with everything. */
export type Shape = 'one' | 'many';

const { values } = parseArgs({
  options: {
    /** Orders of all clients together. */
    orders: { type: 'string', default: '1000000' },
    /** Clients that share them; the largest has two fifths. */
    clients: { type: 'string', default: '20' },
    /**
     * Data that lists, searches, creation, statistics and isolation are measured on: `one` sender with everything, 100,000
     * orders at most, and `many` clients. Everything else is measured on the last of them alone.
     */
    shapes: { type: 'string', default: 'one,many' },
    /** Turns of each side, and how many seconds one lasts. */
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Numbers of connections; those that a work doesn't know are left out. */
    connections: { type: 'string', default: '1,10,50' },
    /** Rows of a bulk upload; no more than there are orders. */
    rows: { type: 'string', default: '50000' },
    /** Labels of one file. */
    labels: { type: 'string', default: '500' },
    /**
     * Kinds of work: list, deep, search, palette, create, statistics, isolation, static, labels, growth, events, bulk, start.
     */
    only: { type: 'string', default: '' },
    /**
     * Folder of another checkout of the product, with its packages. Its server is measured in the same turns, on the same
     * database, or on one that it prepares itself where its migrations differ.
     */
    before: { type: 'string' },
    /** Where prepared data and results are kept. */
    folder: { type: 'string', default: '.data' },
    /** Writes a CPU profile of our server next to the results. */
    profile: { type: 'boolean', default: false },
  },
});

const only = values.only.split(',').filter(Boolean);

const SHAPES: readonly string[] = ['one', 'many'] satisfies Shape[];
for (const shape of values.shapes.split(',')) {
  if (!SHAPES.includes(shape)) throw new Error(`--shapes accepts ${SHAPES.join(' and ')}, not '${shape}'`);
}

/** What the command line asks for. */
export const options = {
  ...values,
  orders: Number(values.orders),
  clients: Number(values.clients),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  rows: Number(values.rows),
  labels: Number(values.labels),
  shapes: values.shapes.split(',') as Shape[],
  connections: values.connections.split(',').map(Number),
  wanted: (kind: string) => only.length === 0 || only.includes(kind),
};
