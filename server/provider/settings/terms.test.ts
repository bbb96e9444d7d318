import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/new-order.ts';
import { acceptTerms, newestTerms } from '#shared/people/access.ts';
import { listSenderAddresses } from '#shared/people/account.ts';
import { listClients } from '#shared/people/staff-clients.ts';
import { listTerms, pendingTerms, previewTerms, publishTerms } from '#shared/provider/staff-terms.ts';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { newOrder } from '#test/fixtures/order-factory.ts';
import { acceptNewestTerms, type Sender, signUp } from '#test/fixtures/sender-factory.ts';
import { FUZZ_TEXT_RUNS, fuzzText } from '#test/fuzz/fuzz-text.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';

let mail: FakeMailServer;
let app: TestApp;
let staff: ReturnType<typeof createStaffClient>;
let ana: Sender;
let beto: Sender;
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  staff = createStaffClient(app);
  [ana, beto] = [await signUp(app, mail), await signUp(app, mail)];
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

/** Publishes terms that bind at once unless a test gives another day. */
const publish = (text: unknown, binds_from: string | undefined = 'now') =>
  staff(publishTerms, { body: { text, binds_from } });
const order = ({ token }: Sender) => app.call(createOrder, { token, body: newOrder() });

test('new terms block every client from its next call on, until it accepts them', async () => {
  // Both sessions are cached for some seconds.
  expect((await order(ana)).status).toBe(200);
  expect((await order(beto)).status).toBe(200);
  const { status, body } = await publish('<h2>Condiciones 2</h2>');
  expect(status).toBe(200);
  expect(body.message).toBe('Los términos están vigentes: cada cliente tiene que aceptarlos');
  for (const sender of [ana, beto]) {
    const refused = await order(sender);
    expect([refused.status, refused.body.code]).toEqual([403, 'terms_required']);
  }
  await acceptNewestTerms(app, ana.token);
  expect((await order(ana)).status).toBe(200);
  expect((await order(beto)).status).toBe(403);

  const [newest, older] = (await staff(listTerms)).body.results;
  expect(newest).toMatchObject({ id: body.results.id, text: '<h2>Condiciones 2</h2>', accepted_by: 1 });
  expect(older?.accepted_by).toBe(2);
  const clients = await staff(listClients);
  expect(Object.fromEntries(clients.body.results.map((one) => [one.username, one.terms_accepted]))).toEqual({
    [ana.username]: true,
    [beto.username]: false,
  });
  const old = await app.call(acceptTerms, { token: beto.token, params: { id: older?.id } });
  expect(old.status).toBe(404);
  await acceptNewestTerms(app, beto.token);
  expect((await order(beto)).status).toBe(200);
});

test('publishing the current text again needs no new acceptance', async () => {
  const text = '<p>Otras, <a href="https://example.com">con enlace</a></p>';
  const first = await publish(text);
  await acceptNewestTerms(app, ana.token);
  const second = await publish(text);
  expect(second.body.results.id).toBe(first.body.results.id);
  expect((await app.call(listSenderAddresses, { token: ana.token })).status).toBe(200);
});

test('harmful markup is removed before the terms are stored', async () => {
  const { body } = await publish(
    '<script>alert(1)</script><style>a{}</style><p onclick="x()" style="color:red">Hola <img src=x onerror=x()>' +
      '<a href="javascript:x()">a</a> <a href="https://example.com" target="_top">b</a></p><form><input></form>',
  );
  const clean =
    '<p>Hola <a rel="noopener noreferrer">a</a> <a href="https://example.com" rel="noopener noreferrer">b</a></p>';
  expect(body.results.text).toBe(clean);
  const read = await app.call(newestTerms, { token: ana.token });
  expect(read.body.results).toEqual([{ id: body.results.id, text: clean, accepted: false }]);
});

/** Generates valid and invalid pieces of markup with any text between them. */
const piece = fc.constantFrom(
  '<p',
  '<a href="javascript:x()"',
  "<a href='java&#115;cript:x()'",
  '<a href=https://example.com',
  '<img src=x onerror=x()',
  '<svg><script>x()</script>',
  '<math><mi//xlink:href="data:x,<script>">',
  '<iframe srcdoc="<script>x()</script>"',
  '<style>@import "x"</style>',
  '<p style="x" onclick=x()',
  '<form action=//x><button formaction=javascript:x()>',
  '>',
  ' ',
  '/',
  '"',
  "'",
  '</p>',
  '</a>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  '<td colspan="2"',
  '<table><tr>',
  '<template>',
  '<base href=//x>',
  '<meta http-equiv=refresh content=0>',
  '\0',
  '&#0;',
);
const markup = fc.array(fc.oneof(piece, fuzzText), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

const TAG =
  /^<(?:\/?(?:h[1-4]|p|br|hr|[uo]l|li|blockquote|strong|[biuas]|em|sub|sup|span|table|thead|tbody|tr|t[hd]|caption))\b[^<>]*>/;
const ATTRIBUTE =
  /^(?:href="(?:https?:|mailto:|tel:|[^"a-z:]|[^":]*(?:[/?#"]|$))[^"]*"|rel="noopener noreferrer"|(?:colspan|rowspan|scope)="[^"]*")$/i;

test('stored terms contain only text, headings, lists, tables and plain links, for any published markup', async () => {
  for (const [index, html] of fc.sample(markup, FUZZ_TEXT_RUNS).entries()) {
    // Makes each text different from the previous one.
    const { status, body } = await publish(
      `<p>${index}</p>${html.toWellFormed().replace(/[^\P{Cc}\t\n\r]|\uFFFD/gu, '')}`,
    );
    expect(status, html).toBe(200);
    for (const [at] of body.results.text.matchAll(/<[\s\S]{0,2000}/g)) {
      const [tag = ''] = TAG.exec(at) ?? [];
      expect(tag, `${html} → ${at}`).not.toBe('');
      const attributes = tag.match(/[\w-]+="[^"]*"/g) ?? [];
      expect(
        attributes.filter((one) => !ATTRIBUTE.test(one)),
        tag,
      ).toEqual([]);
      expect(tag.replace(/="[^"]*"/g, '')).not.toMatch(/["'=]/);
    }
  }
}, 600_000);

test('tabs, line breaks and numeric character references are kept', async () => {
  const { status, body } = await publish('<p>uno\tdos\r\ntres &#8211; ñ &aacute; &#0;</p>');
  expect([status, body.results.text]).toEqual([200, '<p>uno\tdos\r\ntres – ñ á \ufffd</p>']);
});

test.each([
  [undefined, 'Este dato es obligatorio'],
  ['  ', 'Este dato es obligatorio'],
  [['<p>a</p>'], 'El valor no es válido'],
  [`<p>${'x'.repeat(200_000)}</p>`, 'Ingrese hasta 200000 caracteres'],
  ['<script>alert(1)</script>', 'No queda ningún texto que se pueda leer'],
  ['<p> <br></p>', 'No queda ningún texto que se pueda leer'],
  ['<p>&nbsp;&#8203;\u200b\u00ad\ufeff</p>', 'No queda ningún texto que se pueda leer'],
  ['<p>&lt;&amp;&gt; —</p>', 'No queda ningún texto que se pueda leer'],
  ['<p>uno\u0007dos</p>', 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo'],
  ['<p>uno\u009bdos</p>', 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo'],
  ['<p>uno&#7;dos</p>', 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo'],
  ['<p title="&#27;">uno&#x1b;[2J</p>', 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo'],
  ['<a href="https://example.com/&#1;">uno</a>', 'Tiene caracteres invisibles. Borralos o escribí el texto de nuevo'],
  ['<p>uno\0</p>', 'Tiene caracteres que no se pueden guardar'],
  ['<p>uno\ud800</p>', 'Tiene caracteres que no se pueden guardar'],
])('%j is refused on its field, and the terms in force don’t change', async (text, message) => {
  const before = (await staff(listTerms)).body;
  const { status, body } = await publish(text);
  expect([status, body.errors]).toEqual([422, [{ field: 'text', message }]]);
  expect((await staff(listTerms)).body).toEqual(before);
});

test('who hasn’t accepted a version is listed by name, and leaves the list by accepting', async () => {
  const { body } = await publish('<p>Condiciones que alguien debe</p>');
  const missing = async () =>
    (await staff(pendingTerms, { params: { id: body.results.id } })).body.results.map(({ client_id }) => client_id);
  const ids = new Map((await staff(listClients)).body.results.map(({ username, client_id }) => [username, client_id]));
  expect(await missing()).toEqual(expect.arrayContaining([ids.get(ana.username), ids.get(beto.username)]));
  await acceptNewestTerms(app, ana.token);
  expect(await missing()).not.toContain(ids.get(ana.username));
  expect(await missing()).toContain(ids.get(beto.username));
  const [newest, older] = (await staff(listTerms)).body.results;
  expect([newest?.in_force, older?.in_force]).toEqual([true, false]);
  expect((await staff(pendingTerms, { params: { id: 99_999 } })).status).toBe(404);
});

test('a preview shows what publishing would store, and publishes nothing', async () => {
  const before = (await staff(listTerms)).body.pagination.total;
  const { body } = await staff(previewTerms, { body: { text: '<h2>Hola</h2><script>x()</script>' } });
  expect(body.results.text).toBe('<h2>Hola</h2>');
  const empty = await staff(previewTerms, { body: { text: '<script>x()</script>' } });
  expect([empty.status, empty.body.errors?.[0]?.field]).toEqual([422, 'text']);
  expect((await staff(listTerms)).body.pagination.total).toBe(before);
});
