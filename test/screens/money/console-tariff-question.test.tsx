// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays, localDay } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import * as calls from '#shared/money/staff-tariffs.ts';
import { readClient } from '#shared/people/staff-clients.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { CLIENT } from '#test/screens/people/console-clients.ts';
import { bodiesOf, button, dialog, field, writeAll } from '#test/screens/typing.ts';
import { CLIENT_TARIFF, GENERAL_TARIFF, tariffPage } from './console-tariffs.ts';

const TODAY = localDay(new Date());
const [IN_10, IN_20] = [addDays(TODAY, 10), addDays(TODAY, 20)];

/** Returns a general version that is published and has not begun. */
const scheduled = (id: number, valid_from: string): calls.StaffTariff => ({
  ...GENERAL_TARIFF,
  id,
  valid_from,
  in_force: false,
});

const general = (...results: calls.StaffTariff[]) => reply(calls.listTariffs, tariffPage(results));

const VALUES = {
  'Tramo 1: hasta (g)': '25000',
  'Tramo 1: precio ($ sin IVA)': '9000',
  'Kilo adicional ($ sin IVA)': '500',
  'Días hábiles, mínimo': '1',
  'Días hábiles, máximo': '5',
  'Seguro (por mil)': '10',
  'Seguro mínimo ($)': '600',
};

/** Opens a new tariff, which begins tomorrow, and its question. */
async function openQuestion(path: string, ...replies: ReturnType<typeof reply>[]) {
  const opened = await openConsole(path, { replies: [loggedIn('finance'), ...replies] });
  const publish = await screen.findByRole('button', { name: 'Publicar' });
  // A first tariff begins without these values.
  if (field('Kilo adicional ($ sin IVA)').value === '') writeAll(VALUES);
  await opened.user.click(publish);
  return { ...opened, question: await dialog('¿Publicar la tarifa?') };
}

const until = (next: string) => `Rige hasta el ${formatDate(addDays(next, -1))}: desde el ${formatDate(next)}`;

test('a tariff that another one follows is published after a question that names its last day and the next version', async () => {
  const versions = [scheduled(6, IN_20), scheduled(5, IN_10), scheduled(4, IN_10), GENERAL_TARIFF];
  const { question } = await openQuestion('/consola/tarifas/nueva', general(...versions));
  expect(question).toHaveTextContent(`${until(IN_10)} rige la tarifa Nro. 5, ya publicada.`);
  expect(button('Volver', question)).toHaveFocus();
  expect(await axeViolations(question)).toEqual([]);
});

test('the question about a tariff that no other one follows names no last day', async () => {
  const { question } = await openQuestion('/consola/tarifas/nueva', general(GENERAL_TARIFF));
  expect(question).not.toHaveTextContent('Rige hasta');
});

test('a first tariff for today is published after a question if a later version is published', async () => {
  const { question, received } = await openQuestion('/consola/tarifas/nueva', general(scheduled(6, IN_20)));
  expect(question).toHaveTextContent(`${until(IN_20)} rige la tarifa Nro. 6, ya publicada.`);
  expect(bodiesOf(received, calls.publishTariff)).toEqual([]);
});

const followers = [
  ['the client’s next version', CLIENT_TARIFF.tariff, 'rige su tarifa Nro. 9, ya publicada.'],
  ['the general tariff', null, 'vuelve a la tarifa general.'],
] as const;

test.for(followers)('a client’s own tariff is followed by %s', async ([, tariff, text]) => {
  const own = tariffPage([{ ...CLIENT_TARIFF, valid_from: IN_10, in_force: false, tariff }]);
  const { question } = await openQuestion(
    '/consola/tarifas/nueva/7',
    general(scheduled(6, IN_20), GENERAL_TARIFF),
    reply(calls.listClientTariffs, own),
    reply(readClient, { results: CLIENT }),
  );
  expect(question).toHaveTextContent(`${until(IN_10)} ${text}`);
});
