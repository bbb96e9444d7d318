// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as modifications from '#shared/orders/staff-modifications.ts';
import { reply } from '#test/screens/fake-gateway.ts';
import { axeViolations } from '#test/screens/open-portal.tsx';
import { alertAppears, bodiesOf } from '#test/screens/typing.ts';
import { decidedQueue, open, request } from './console-queue.ts';

test('a held key decides one item, and moves along the list', async () => {
  const { list, read, decide } = decidedQueue([1, 2, 3]);
  const { received, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide]);
  await screen.findByText('1300');
  const hold = (key: string) => {
    for (const repeat of [false, true, true, true]) fireEvent.keyDown(document.body, { key, repeat });
  };
  hold('e');
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
  await screen.findByText('1300');
  for (let times = 0; times < 3; times++) fireEvent.keyDown(document.body, { key: 'e', repeat: true });
  expect(bodiesOf(received, modifications.decideModification)).toHaveLength(1);
  fireEvent.keyDown(document.body, { key: 'j', repeat: true });
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-3' })).toHaveFocus());
  stop();
});

test('a decision is undone by one key, and its request opens again', async () => {
  const { list, read, decide } = decidedQueue([1, 2]);
  const undo = reply(modifications.undoModification, { message: 'W-1 espera de nuevo', results: request(1) });
  const { container, user, received, stop } = await open('/consola/colas/modificaciones/7/1', [
    list,
    read,
    decide,
    undo,
  ]);
  await screen.findByText('1300');
  await user.keyboard('e');
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
  expect(screen.getByText('Se decidió W-1')).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await user.keyboard('z');
  await alertAppears('W-1 espera de nuevo');
  await waitFor(() => expect(window.location.pathname).toBe('/consola/colas/modificaciones/7/1'));
  expect(screen.queryByRole('button', { name: /Deshacer/ })).toBeNull();
  await user.keyboard('z');
  expect(bodiesOf(received, modifications.undoModification)).toHaveLength(1);
  stop();
});

test('decisions that follow each other are undone one by one, the latest first', async () => {
  const { list, read, decide } = decidedQueue([1, 2, 3]);
  const undo = reply(modifications.undoModification, { message: 'Espera de nuevo', results: request(1) });
  const { user, received, stop } = await open('/consola/colas/modificaciones/7/1', [list, read, decide, undo]);
  await screen.findByText('1300');
  await user.keyboard('e');
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'W-2' })).toHaveFocus());
  await screen.findByText('1300');
  await user.keyboard('e');
  await screen.findByText('Se decidió W-2');
  await user.keyboard('zz');
  const undone = () => received.filter(({ endpoint }) => endpoint === modifications.undoModification);
  await waitFor(() => expect(undone()).toHaveLength(2));
  expect(undone().map(({ url }) => url.pathname.split('/').at(-2))).toEqual(['2', '1']);
  stop();
});
