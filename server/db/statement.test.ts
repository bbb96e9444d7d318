import { afterAll, expect, test } from 'vitest';
import { bind, prepared, type Read, type Statement, statement, statements, variant } from './statement.ts';

const TEXT = statements.get('calendar.calendar-days')?.text ?? 'SELECT day, works FROM calendar_days';

const known = new Map(statements);
// Other tests of the process describe all statements.
afterAll(() => {
  statements.clear();
  for (const [name, declared] of known) statements.set(name, declared);
});

/** Columns `day` and `works`, neither of which is ever NULL. */
const days = () => statement('calendar.calendar-days', TEXT);

test('a row may be narrower than the columns that the database describes', () => {
  const narrower: Statement<{ day: `${number}-${number}-${number}`; works: boolean }> = days();
  expect(narrower.text).toBe(TEXT);
});

test('the compiler refuses a row with other columns, other types or other NULLs', () => {
  // @ts-expect-error a column that the text doesn't select
  const more: Statement<{ day: string; works: boolean; holiday: string }> = days();
  // @ts-expect-error without a column that it selects
  const fewer: Statement<{ day: string }> = days();
  // @ts-expect-error another type
  const other: Statement<{ day: number; works: boolean }> = days();
  // @ts-expect-error a type of which the database's is a part
  const wider: Statement<{ day: string | number; works: boolean }> = days();
  // @ts-expect-error NULL that never comes
  const nullable: Statement<{ day: string | null; works: boolean }> = days();
  // @ts-expect-error NULL that may come
  const present: Statement<{ client_id: number }> = statement('one-time-token.find-token-client', FIND);
  // @ts-expect-error a text without a description
  const forged: Statement<{ day: string }> = { name: 'calendar.calendar-days', text: TEXT };
  // @ts-expect-error a statement that no database has described
  const unknown = statement('calendar.unknown', TEXT);
  expect([more, fewer, other, wider, nullable, present, forged, unknown]).toHaveLength(8);
});

const FIND = 'SELECT find_token($1) AS client_id';

test('two texts can’t have the same name', () => {
  days();
  expect(() => statement('calendar.calendar-days', 'SELECT day FROM calendar_days')).toThrow('two statements');
});

test('a variant has the name of its statement, and its own text', () => {
  const { name, text } = variant(days(), `${TEXT} WHERE works`);
  expect([name, text]).toEqual(['calendar.calendar-days', `${TEXT} WHERE works`]);
});

test('a read has the values, and the rows of its statement', () => {
  const read: Read<{ day: string; works: boolean }> = bind(variant(days(), `${TEXT} WHERE day > $1`), ['2026-01-01']);
  expect([read.name, read.values, read.preparedAs]).toEqual(['calendar.calendar-days', ['2026-01-01'], undefined]);
  // @ts-expect-error another type
  const other: Read<{ day: number }> = bind(days());
  // @ts-expect-error a text without a statement
  const forged: Read<{ day: string }> = { name: 'calendar.calendar-days', text: TEXT, values: [], preparedAs: '' };
  expect([other, forged]).toHaveLength(2);
});

test('a read of a prepared text has the name of its prepared statement', () => {
  const text = prepared('some days', `${TEXT} WHERE works`);
  expect(bind(variant(days(), text)).preparedAs).toBe('some days');
  expect(bind(variant(days(), `${TEXT} LIMIT 1`), [], 'one day').preparedAs).toBe('one day');
});
