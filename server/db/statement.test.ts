import { afterAll, expect, test } from 'vitest';
import { type Statement, statement, statements, variant } from './statement.ts';

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
