// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { Reply } from '#test/screens/fake-gateway.ts';
import { consoleErrors } from '#test/screens/open-portal.tsx';
import { button, choose, write } from '#test/screens/typing.ts';
import { gateway, load, newLabel, open, paste, scan } from './console-events.ts';

/** Returns whether the browser asks before it closes the tab. */
function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
}

test('the browser asks before it closes the tab on any page, until all is sent', async () => {
  let answer = () => {};
  const slow: Reply = {
    endpoint: recordEvents,
    respond: async (request) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return gateway().respond(request);
    },
  };
  const { user } = await open([slow]);
  expect(asksBeforeClosing()).toBe(false);
  scan(newLabel());
  await user.click(screen.getByRole('link', { name: /^Mi sesión/ }));
  await waitFor(() => expect(screen.queryByLabelText('Lista pegada')).toBeNull());
  expect(asksBeforeClosing()).toBe(true);

  await user.click(screen.getByRole('link', { name: 'Eventos' }));
  await screen.findByLabelText('Lista pegada');
  choose('Estado', 'Retirado');
  fireEvent.click(await screen.findByRole('button', { name: 'Registrar 1 evento' }));
  await user.click(screen.getByRole('link', { name: /^Mi sesión/ }));
  await waitFor(() => expect(screen.queryByLabelText('Lista pegada')).toBeNull());
  expect(asksBeforeClosing()).toBe(true);
  await act(async () => answer());
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
});

test('a file that replaces another of the same name is named', async () => {
  const { user } = await open();
  choose('Estado', 'Retirado');
  load(new File([`${newLabel()}\n${newLabel()}`], 'lista.csv'));
  await screen.findByText('2 listas');
  expect(screen.queryByText(/reemplazó/)).toBeNull();
  load(new File([newLabel()], 'lista.csv'));
  await screen.findByText(
    'lista.csv reemplazó a otro archivo con el mismo nombre, que tenía 2 filas. Si los dos van, cambiale el nombre a uno y cargalo de nuevo.',
  );
  await screen.findByText('1 lista');
  load(new File([newLabel()], 'otra.csv'));
  await screen.findByText('2 listas');
  expect(screen.queryByText(/reemplazó/)).toBeNull();
  await user.click(button('Quitar lista.csv'));
  expect(consoleErrors).toEqual([]);
});

test('a row in the future becomes ready when its time comes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00-03:00') });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  // The window's animation frames use intervals too, so only the page's own is taken over.
  const ticks: (() => void)[] = [];
  const { setInterval: start } = globalThis;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) =>
    ms === 30_000 ? ticks.push(run) : start(run, ms)) as typeof setInterval);
  await open();
  choose('Estado', 'Retirado');
  write('Cuándo pasó', '2026-11-26T12:06');
  paste(newLabel());
  await screen.findByText('0 listas, 1 con problemas');
  vi.setSystemTime(new Date('2026-11-26T12:01:00-03:00'));
  act(() => {
    for (const tick of ticks) tick();
  });
  await screen.findByText('1 lista');
});
