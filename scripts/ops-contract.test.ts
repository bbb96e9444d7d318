import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type JsonSchema, jsonSchema } from '#server/platform/http/response/reply-schema.ts';
import { shownFilters } from '#shared/kit/resource.ts';
import { providerResources, staffContract } from '#shared/staff-contract.ts';
import { sampleReply } from '#test/screens/fake-gateway.ts';
import { findCall } from './ops/calls.ts';
import { argumentOf, FIELDS, FILTERS, IDS } from './ops/dictionary.ts';
import { commands } from './ops/main.ts';
import { replyText } from './ops/output.ts';

const calls = Object.values(staffContract);

/** Returns the names of all fields in a schema. */
function namesIn(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Record<string, JsonSchema> & { anyOf?: JsonSchema[] };
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [name, ...namesIn(field as JsonSchema)]),
    ...(items ? namesIn(items) : []),
    ...anyOf.flatMap(namesIn),
  ];
}

const fields = new Set(
  calls.flatMap(({ params, query, body, reply }) => [
    ...[params, query, body].flatMap((part) => (part ? namesIn(jsonSchema(part, 'input')) : [])),
    ...(reply ? namesIn(jsonSchema(reply, 'output')) : []),
  ]),
);

test('every call of the provider’s API can be made by its method and path', () => {
  const lost = calls.filter((call) => {
    const found = findCall(`${call.method} ${call.path.replace(/:\w+/g, '7')}`);
    return found?.call !== call;
  });
  expect(lost).toEqual([]);
});

test('the dictionary names only fields and nouns of the contract', () => {
  const unknown = [...Object.keys(FIELDS), ...Object.keys(FILTERS)].filter((name) => !fields.has(name));
  const nouns = new Set(calls.flatMap(({ path }) => path.split('/')));
  expect([unknown, Object.keys(IDS).filter((noun) => !nouns.has(noun))]).toEqual([[], []]);
});

test('each argument of the dictionary has its form: an option or a placeholder, and a meaning', () => {
  const texts = [...Object.keys(FIELDS).map(argumentOf), ...Object.values(FILTERS), ...Object.values(IDS)];
  expect(texts.filter((text) => text !== '' && !/^(--[a-z-]+( \S+)?|[^\s-]\S*) {2}\S/.test(text))).toEqual([]);
});

test('each command has a name of its own, and each of its arguments a name, a place and a meaning', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  for (const { name, help, words, options } of commands) {
    expect(help, name).not.toBe('');
    expect(new Set(options.map(({ option }) => option)).size, name).toBe(options.length);
    for (const argument of [...words, ...options]) {
      expect(argument, name).toMatchObject({ to: expect.stringMatching(/./), help: expect.stringMatching(/./) });
      expect(argument.option || argument.value, name).not.toBe('');
    }
  }
});

test.each(['docs/provider.md', 'docs/install.md', 'docs/recovery.md', 'server/provider/settings/setup.ts'])(
  'the commands in %s exist',
  async (file) => {
    const text = await readFile(join(import.meta.dirname, '..', file), 'utf8');
    const named = [...text.matchAll(/npm run (?:-s )?ops -- ([a-z-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
  },
);

test('each list that is declared once has a command with its filters by the names of its page, and one for its file', () => {
  for (const { command, filters } of providerResources) {
    for (const name of [command[0], `${command[0]}-exportar`]) {
      const options = commands.find((one) => one.name === name)?.options.map(({ option }) => option);
      expect(options, name).toEqual(
        expect.arrayContaining(shownFilters(filters).map(([, { name: option }]) => option)),
      );
    }
  }
});

test('the answer of each command is shown without an error, and without objects as text', () => {
  for (const command of commands) {
    const [call] = command.calls;
    if (!call?.reply || command.run) continue;
    const text = replyText(call, sampleReply(call) as object, command);
    expect(text, command.name).not.toMatch(/\[object|undefined|NaN|\{"/);
  }
});

test('each call has a command of its own, except an export and what the staff do in their browser', () => {
  const made = new Set(commands.flatMap(({ calls: own }) => own));
  const lost = Object.entries(staffContract).filter(([, call]) => !made.has(call));
  expect(lost.map(([name]) => name).sort()).toEqual([
    'acceptStaffInvitation',
    'addStaffPasskey',
    'askStaffPasskey',
    'beginFactor',
    'beginStaffPasskey',
    'changeStaffPassword',
    'confirmFactor',
    'currentStaff',
    'exportAllActivity',
    'listStaffPasskeys',
    'readStaffInvitation',
    'readStaffPasswordLink',
    'recoverStaffPassword',
    'removeStaffPasskey',
    'renewBackupCodes',
    'resetStaffPassword',
    'staffLoginCode',
    'staffLoginPasskey',
    'verifyStaffFactor',
    'verifyStaffPasskey',
  ]);
});
