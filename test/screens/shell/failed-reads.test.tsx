// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { BACKGROUND_HEADER } from '#shared/kit/http/endpoint.ts';
import { listOrders } from '#shared/orders/orders.ts';
import { changeEvents } from '#test/screens/change-events.ts';
import { type ReceivedRequest, refuse } from '#test/screens/fake-gateway.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';

const reads = (received: readonly ReceivedRequest[]) => received.filter(({ endpoint }) => endpoint === listOrders);
const retry = () => within(screen.getByRole('main')).queryByRole('button', { name: 'Reintentar' });

/** Opens the orders list. Its first reads get these responses, later ones the sample. */
async function openOrders(...failures: (() => Response | Promise<Response>)[]) {
  const replies = [{ endpoint: listOrders, respond: fail }];
  function fail(): Response | Promise<Response> {
    const next = failures.shift();
    if (failures.length === 0) replies.length = 0;
    return next?.() ?? Response.json({});
  }
  const opened = await openPortal('/ordenes', { replies, retries: true });
  await loaded(opened.container);
  return opened;
}

const proxyPage = () => new Response('<h1>502', { status: 502, headers: { 'content-type': 'text/html' } });
const busy = () => Response.json({ message: 'Saturado' }, { status: 503 });
const broken = () => Promise.reject(new TypeError('Failed to fetch'));

describe('A read', () => {
  test.each([
    ['because a proxy returned an error page', proxyPage],
    ['because the gateway is overloaded', busy],
    ['because its connection breaks', broken],
  ])('that failed once %s is retried, and the page shows the response', async (_how, fail) => {
    const { received } = await openOrders(fail);
    expect(screen.getByText(TRACKING)).toBeInTheDocument();
    expect(reads(received).length).toBeGreaterThan(1);
    expect(retry()).toBeNull();
  });

  test('that failed three times shows an error and is retried by a button', async () => {
    const { user } = await openOrders(busy, busy, busy);
    await user.click(retry() as HTMLElement);
    expect(await screen.findByText(TRACKING)).toBeInTheDocument();
  });

  test('that the gateway refused is not retried', async () => {
    const replies = [refuse(listOrders, 422, 'No')];
    const { container, received } = await openPortal('/ordenes', { replies, retries: true });
    await loaded(container);
    expect(retry()).toBeInTheDocument();
    expect(reads(received)).toHaveLength(1);
  });

  test('that an event started counts as no activity of the session when it is retried', async () => {
    const events = changeEvents();
    const replies = [events.reply];
    const { container, received } = await openPortal('/ordenes', { replies, retries: true });
    await loaded(container);
    const before = received.length;
    const failOnce = () => {
      replies.pop();
      return busy();
    };
    replies.push({ endpoint: listOrders, respond: failOnce });
    events.publish({ kind: 'order', id: 1 });
    await waitFor(() => expect(reads(received.slice(before))).toHaveLength(2));
    const background = reads(received.slice(before)).map(({ headers }) => headers.get(BACKGROUND_HEADER));
    expect(background).toEqual(['1', '1']);
    await loaded(container);
  });
});
