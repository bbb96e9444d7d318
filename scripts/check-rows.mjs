// Checks the declared row types of queries against the columns that the database returned in the gateway tests, recorded by
// test/record-row-types.ts. Copies the server, adds the recorded columns to each `run<Row>(…)`, and runs the compiler.
// usage: node scripts/check-rows.mjs FOLDER
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** TypeScript types of pg's values, by the oid of the column's type. JSON and unlisted types may be anything but NULL. */
const TYPES = {
  ...{
    16: 'boolean',
    17: 'Buffer',
    20: 'number',
    21: 'number',
    23: 'number',
    25: 'string',
    18: 'string',
    19: 'string',
  },
  ...{ 700: 'number', 701: 'number', 1042: 'string', 1043: 'string', 1082: 'string', 1114: 'Date', 1184: 'Date' },
  ...{ 1005: 'number[]', 1007: 'number[]', 1009: 'string[]', 1016: 'string[]', 1700: 'string', 2950: 'string' },
};

// Evaluates to the names of wrong columns: missing in the result or in the declaration, of another type, or unexpectedly NULL.
const COMPARISON = `
type WrongColumns<Row, Seen> = {
  [K in keyof Row | keyof Seen]: K extends keyof Row & keyof Seen
    ? [NonNullable<Row[K]>] extends [NonNullable<Seen[K]>] ? (null extends Seen[K] ? (null extends Row[K] ? never : K) : never) : K
    : K;
}[keyof Row | keyof Seen];
type Row<R, _Seen, _Wrong extends never> = R;
`;

/** Reads the recorded columns by position of the query, `file:line:column`. */
function readSeen(folder) {
  const seen = new Map();
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').trim().split('\n')) {
      const { site, name, type, hasNull } = JSON.parse(line);
      const columns = seen.get(site) ?? seen.set(site, new Map()).get(site);
      columns.set(name, { type, hasNull: hasNull || (columns.get(name)?.hasNull ?? false) });
    }
  }
  return seen;
}

const typeOf = (columns) =>
  `{ ${[...columns]
    .map(([name, { type, hasNull }]) => `${JSON.stringify(name)}: ${TYPES[type] ?? '{}'}${hasNull ? ' | null' : ''}`)
    .join('; ')} }`;

/** Returns the end of the type argument that starts at `from`. */
function endOfType(text, from) {
  for (let at = from, depth = 0; at < text.length; at++) {
    if ('<({['.includes(text[at])) depth++;
    else if (')}]'.includes(text[at]) || (text[at] === '>' && text[at - 1] !== '=')) depth--;
    if (depth === 0) return at;
  }
  throw new Error('a type argument has no end');
}

/** Adds the recorded columns to each declared row of a file. Appends the positions of queries without a record to `untested`. */
function withColumns(file, text, seen, untested) {
  let [out, last] = ['', 0];
  for (const call of text.matchAll(/\brun</g)) {
    const before = text.slice(0, call.index);
    if (before.endsWith('function ')) continue;
    const [line, column] = [before.split('\n').length, call.index - before.lastIndexOf('\n')];
    const columns = seen.get(`${join(root, file)}:${line}:${column}`);
    if (!columns) {
      untested.push(`${file}:${line}`);
      continue;
    }
    const [from, to] = [call.index + 4, endOfType(text, call.index + 3)];
    const [row, seenType] = [text.slice(from, to), typeOf(columns)];
    out += `${text.slice(last, from)}Row<${row}, ${seenType}, WrongColumns<${row}, ${seenType}>>`;
    last = to;
  }
  return out && `${out}${text.slice(last)}${COMPARISON}`;
}

const seen = readSeen(process.argv[2]);
const copy = mkdtempSync(join(tmpdir(), 'remito-rows-'));
try {
  for (const name of ['package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name));
  for (const name of ['node_modules', 'shared', 'test', 'web', 'tools'])
    symlinkSync(join(root, name), join(copy, name));
  cpSync(join(root, 'server'), join(copy, 'server'), { recursive: true });
  const untested = [];
  for (const file of globSync('server/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue;
    const text = withColumns(file, readFileSync(join(root, file), 'utf8'), seen, untested);
    if (text) writeFileSync(join(copy, file), text);
  }
  writeFileSync(
    join(copy, 'tsconfig.rows.json'),
    '{ "extends": "./tsconfig.json", "compilerOptions": { "incremental": false, "noUnusedLocals": false, "noUnusedParameters": false }, "include": ["server", "test/global-setup.ts"] }',
  );
  const { stdout, status } = spawnSync(
    'tsc',
    ['-p', join(copy, 'tsconfig.rows.json'), '--pretty', 'false', '--singleThreaded'],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  );
  const wrong = stdout.split('\n').filter((line) => line.includes('error TS2344'));
  // The columns of other errors weren't compared.
  if (status !== 0 && wrong.length === 0) throw new Error(`tsc ended with code ${status}:\n${stdout}`);
  for (const line of wrong) process.stdout.write(`${line}\n`);
  for (const site of untested) process.stdout.write(`${site}: no test runs this query\n`);
  process.stdout.write(`${seen.size} queries, ${wrong.length} wrong, ${untested.length} not tested\n`);
  process.exitCode = wrong.length + untested.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
