import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { generateTrackingId, labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { receiver, shipment } from '#test/fixtures/order-factory.ts';
import { startTrackingPages, type TrackingPages, textsOf } from '#test/fixtures/tracking-page-fixture.ts';

const HOSTILE = `<script>alert("1")</script>'&`;

let pages: TrackingPages;
beforeAll(async () => {
  pages = await startTrackingPages({ BRAND_NAME: `Remito ${HOSTILE}` });
});
afterAll(() => pages?.stop());
afterEach(() => pages.setTime(null));

describe('the tracking page', () => {
  const CANARY = 'canario';

  test('shows no personal data, for any texts of people and provider', async () => {
    const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `${CANARY} ${name}`]));
    pages.setTime(new Date('2026-05-01T12:00:00Z'));
    const id = await pages.create({
      ...named('order_id', 'sender_name'),
      receiver: receiver(
        {
          ...named('first_name', 'last_name', 'receiver_name'),
          document: '98765432',
          email: `${CANARY}@example.com`,
          receiver_phone: '11 9876-5432',
        },
        {
          ...named('street_name', 'floor', 'apartment', 'between_1', 'between_2', 'city', 'neighborhood_name'),
          ...named('other_info'),
          street_number: '98765',
          floor: '98765',
          apartment: '98765',
        },
      ),
      shipments: [shipment({ items_value: 98_765 })],
    });
    await pages.owner(
      `UPDATE shipment_items SET sku = $1, name = $1 WHERE shipment_id = (SELECT id FROM shipments WHERE label = $2)`,
      [CANARY, labelOf(id, 1)],
    );
    await pages.owner('UPDATE clients SET nombre_empresa = $1, razon_social = $1', [CANARY]);
    await pages.owner('UPDATE users SET first_name = $1, last_name = $1', [CANARY]);
    await pages.record(
      labelOf(id, 1),
      ['2026-05-07T12:00Z', 'Retirado'],
      ['2026-05-08T09:00Z', 'En Curso'],
      ['2026-05-08T12:00Z', 'No Entregado', `Lo recibió ${CANARY}`],
      ['2026-05-08T12:30Z', `${CANARY} ${HOSTILE}`, HOSTILE],
    );
    for (const address of [id, labelOf(id, 1)]) {
      const { status, page } = await pages.open(address);
      expect(status).toBe(200);
      expect(page.toLowerCase()).not.toContain(CANARY);
      expect(page).not.toMatch(/98[.-]?765|9876/);
      expect(page).not.toContain('Motivo');
      expect(textsOf(page, 'state gris')).toEqual(['Hay una novedad en tu envío']);
      expect(textsOf(page, 'happened')).toHaveLength(5);
      // An unknown state keeps the shipment in its last stage.
      expect(page).toMatch(/aria-current="step">Entrega</);
    }
  });

  test('escapes markup in the provider’s names', async () => {
    const id = await pages.create({ delivery_mode: 2 });
    const point = JSON.stringify({ name: HOSTILE, street: HOSTILE, city: HOSTILE });
    await pages.owner('UPDATE orders SET pickup_point = $2 WHERE tracking_id = $1', [id, point]);
    const { page } = await pages.open(id);
    expect(page).not.toMatch(/<script|alert\("/);
    expect(page).toContain('<title>');
    expect(page.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&#39;&amp;/g)).toHaveLength(5);
  });
});

describe('an unknown order', () => {
  test('gets the same page for every kind of unknown id', async () => {
    const mine = await pages.create();
    const written = [
      generateTrackingId(randomBytes),
      labelOf(generateTrackingId(randomBytes), 1),
      'hola',
      '12345',
      `${mine}0`,
      mine.slice(1),
      `${mine}-2`,
      `${mine}-0`,
      `${mine}-1-1`,
      'x'.repeat(400),
      HOSTILE,
      'index.html',
    ];
    const answers = await Promise.all(
      [...written.map(encodeURIComponent), '%00', '%2e%2e%2fetc', `${mine}/x`].map((id) => pages.open(id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
    expect(answers[0]?.page).toContain('No encontramos ese envío');
    expect(answers[0]?.page).toContain('<form');
    expect(answers[0]?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('is found by a link with what a chat or a document put at its end', async () => {
    const id = await pages.create();
    for (const typed of [`${id}.`, `${id}\u200b`, `${id})`, `${id}–1`, `${id}\u00a0`, `${id.toLowerCase()}-`]) {
      expect((await pages.open(encodeURIComponent(typed))).status, typed).toBe(200);
    }
  });

  test('can be searched again by a form without a script', async () => {
    const id = await pages.create();
    const search = async (query: string) => {
      const answer = await pages.fetch(`/seguimiento${query}`, { redirect: 'manual' });
      return { status: answer.status, to: answer.headers.get('location'), page: await answer.text() };
    };
    for (const query of ['', '/', '?id=', '?id=%20', '?id[]=x', '?id[a]=b']) {
      const { status, page } = await search(query);
      expect(status, query).toBe(200);
      expect(page).toContain('action="/seguimiento" method="get"');
    }
    expect(await search(`?id=${id}`)).toMatchObject({ status: 303, to: `/seguimiento/${id}` });
    expect(await search(`?id=+${id.toLowerCase()}-1+`)).toMatchObject({ status: 303, to: `/seguimiento/${id}-1` });
    for (const typed of [`«${id}–1»`, `https://envios.example/seguimiento/${id}-1?x=${'y'.repeat(99)}`, `${id}\n-1.`]) {
      expect(await search(`?id=${encodeURIComponent(typed)}`), typed).toMatchObject({ to: `/seguimiento/${id}-1` });
    }
    expect(await search(`?id=${id.slice(0, 4)}+${id.slice(4, 8)}+${id.slice(8)}`)).toMatchObject({
      to: `/seguimiento/${id}`,
    });
    expect((await search('')).page).toContain('maxlength="500"');
    const { page: unknown } = await pages.open('hola');
    for (const query of ['?id=hola', '?id=//evil.example', '?id=..', '?id=%0d%0ax']) {
      expect(await search(query), query).toEqual({ status: 404, to: null, page: unknown });
    }
  });
});

test('the page isn’t cached, indexed or framed, and runs no script', async () => {
  const id = await pages.create();
  for (const { headers, page } of [await pages.open(id), await pages.open('hola')]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(page).not.toMatch(/<script|<style| style=|\son\w+=/);
  }
});

test('the style sheet and the portal’s font have immutable URLs', async () => {
  const href = /<link rel="stylesheet" href="([^"]+)">/.exec((await pages.open('hola')).page)?.[1] ?? '';
  const style = await pages.fetch(href);
  expect(style.status).toBe(200);
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const font = await pages.fetch(/url\("([^"]+)"\)/.exec(await style.text())?.[1] ?? '');
  expect(font.status).toBe(200);
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('the colours equal those of the portal, light and dark', async () => {
  const read = (path: string) => readFile(join(import.meta.dirname, path), 'utf8');
  const [ours, tokens] = [await read('theme.css'), await read('../../../web/kit/styles/tokens.css')];
  const [light = '', dark = ''] = ours.split('@media (prefers-color-scheme: dark)');
  const table = (css: string) =>
    [...css.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]);
  const token = (name: string | undefined, theme: 0 | 1) =>
    new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.[theme + 1];
  expect(table(light).length).toBeGreaterThan(20);
  for (const [name, value] of table(light)) expect(value, name).toBe(token(name, 0));
  expect(table(dark).map(([name]) => name)).toEqual(table(light).map(([name]) => name));
  for (const [name, value] of table(dark)) expect(value, name).toBe(token(name, 1));
});

test('the page has a rate limit of sixty a minute', async () => {
  const throttled = await startTrackingPages({ THROTTLE: 'normal' });
  try {
    throttled.setTime(new Date('2026-01-01T12:00:00Z'));
    const statuses = [];
    for (let look = 0; look < 60; look++) statuses.push((await throttled.open('hola')).status);
    expect(new Set(statuses)).toEqual(new Set([404]));
    throttled.setTime(new Date('2026-01-01T12:00:30Z'));
    const { status, headers, page } = await throttled.open('hola');
    expect([status, headers.get('retry-after')]).toEqual([429, '30']);
    expect(page).toContain('Probá de nuevo en 30 segundos.');
    throttled.setTime(new Date('2026-01-01T12:01:00Z'));
    expect((await throttled.open('hola')).status).toBe(404);
  } finally {
    await throttled.stop();
  }
});

test('a server error shows a page without internal details', async () => {
  const id = await pages.create();
  await pages.owner('ALTER TABLE shipments RENAME COLUMN label TO away');
  const { status, headers, page } = await pages.open(id);
  await pages.owner('ALTER TABLE shipments RENAME COLUMN away TO label');
  expect(status).toBe(500);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page).toContain('No pudimos mostrar el seguimiento');
  expect(page).not.toMatch(/label|column|select/i);
});
