import { act, fireEvent, screen, within } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import type { EventBody } from '#shared/orders/event-list/list-events.ts';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { recordEvents } from '#shared/orders/staff-events.ts';
import type { ReceivedRequest, Reply } from '#test/screens/fake-gateway.ts';
import { loggedIn, openConsole } from '#test/screens/open-console.tsx';
import { bodiesOf, field, write } from '#test/screens/typing.ts';

export const OPERATIONS = loggedIn('operations');
export const PATH = '/consola/eventos';

let made = 0;
/** Returns a new label. */
export function newLabel(): string {
  made += 1;
  // The last character is a letter, because an id has more than digits.
  const bytes = (size: number) => new Uint8Array(size).map((_, index) => (index === 9 ? 20 : made >> (5 * index)));
  return labelOf(generateTrackingId(bytes), 1);
}
export const labels = (count: number) => Array.from({ length: count }, newLabel);

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

/** Records events, except those that `outcome` refuses or repeats. */
export const gateway = (outcome: (event: EventBody) => 'recorded' | 'repeated' | string = () => 'recorded'): Reply => ({
  endpoint: recordEvents,
  respond: ({ body }) => {
    const results = eventsOf(body).map((event) => {
      const result = outcome(event);
      const known = result === 'recorded' || result === 'repeated';
      const { event_id, shipment_id } = event;
      return { event_id, shipment_id, result: known ? result : 'refused', reason: known ? null : result };
    });
    return json({ recorded: 0, repeated: 0, refused: 0, results });
  },
});

const eventsOf = (body: unknown) => (body as { events: EventBody[] }).events;
export const sentOf = (received: readonly ReceivedRequest[]) => bodiesOf(received, recordEvents).map(eventsOf);

export async function open(replies: readonly Reply[] = [gateway()]) {
  const opened = await openList([OPERATIONS, ...replies]);
  await screen.findByLabelText('Lista pegada');
  return opened;
}

/** Opens the page with all replies given, and discards its list after the test. */
export async function openList(replies: Reply[]) {
  const opened = await openConsole(PATH, { replies });
  // Each opening loads the console's modules again, with a list of its own; the window, and who listens to it, stays.
  const { discardEventList } = await import('#web/orders/staff/events/event-list-store.ts');
  onTestFinished(discardEventList);
  return opened;
}

/** Returns the rows of a table as texts of their cells. */
export const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

export const load = (file: File) => fireEvent.change(field('Archivo CSV'), { target: { files: [file] } });
export const paste = (text: string) => write('Lista pegada', text);

let clock = 0;
/** Types a code and Enter into what has the focus, like a scanner. @param gap time between two keys, in ms */
export function scan(code: string, gap = 2): void {
  clock += 1000;
  for (const key of [...code, 'Enter']) {
    clock += gap;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: clock });
    act(() => (document.activeElement ?? document.body).dispatchEvent(event));
    const target = document.activeElement;
    if (event.defaultPrevented || !(target instanceof HTMLInputElement)) continue;
    if (key !== 'Enter') fireEvent.input(target, { target: { value: target.value + key } });
    else if (target.form) fireEvent.submit(target.form);
  }
}
