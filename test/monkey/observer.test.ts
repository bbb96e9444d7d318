import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLaunch } from '#test/e2e/chromium.ts';
import { MonkeyUser } from './monkey-user.ts';
import type { Violation } from './observer.ts';
import { installProbe } from './page-probe.ts';
import { createPortalEntry } from './portal-entry.ts';
import type { Step } from './steps.ts';

const HOME = 'http://planted.test/';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch());
});

beforeEach(async () => {
  page = await browser.newPage();
  await page.addInitScript(installProbe);
});

afterEach(() => page.close());
afterAll(() => browser?.close());

/** Opens a page of the given body and script, takes the steps and returns the first fault. */
async function checkPage(
  body: string,
  script: string,
  steps: readonly Step[],
  headers = {},
): Promise<Violation | null> {
  const html = `<!doctype html><title>Planted</title><main><h1>Título</h1>${body}</main><script>${script}</script>`;
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html, headers }));
  const user = new MonkeyUser(page, { entry: createPortalEntry(), username: null, home: HOME });
  let fault = await user.openHome();
  for (const step of steps) fault ??= await user.take(step);
  return fault;
}

const click = (at: string): Step => ({ do: 'click', at });
const BUTTON = '<button id="b">Guardar</button>';

test('a click with any kind of response is not a fault', async () => {
  for (const answer of [
    "document.querySelector('h1').textContent += '!'",
    "history.pushState({}, '', '/otra')",
    "fetch('/api/x')",
    "open('/ayuda')",
    "alert('Listo')",
    'setTimeout(() => { b.title = 1 }, 700)',
  ]) {
    expect(await checkPage(BUTTON, `b.onclick = () => { ${answer} }`, [click('button Guardar')]), answer).toBeNull();
    await page.unrouteAll();
  }
});

test('a click without a response is reported, even if it is the second click', async () => {
  const dead = { kind: 'dead click', detail: 'button Guardar does nothing' };
  expect(await checkPage(BUTTON, 'b.focus()', [click('button Guardar')])).toEqual(dead);
  const once = "b.addEventListener('click', () => { b.title = 'x' }, { once: true })";
  expect(await checkPage(BUTTON, once, [click('button Guardar'), click('button Guardar')])).toEqual(dead);
});

test('a session that ends before the first page is not a fault', async () => {
  expect(await checkPage(BUTTON, '', [{ do: 'back' }, { do: 'expire' }])).toBeNull();
});

test('a disabled control that does nothing when clicked is not a fault', async () => {
  const body = `<a href="${HOME}#x" aria-current="page" onclick="return false">Aquí</a>
    <input type="radio" checked aria-label="Uno"><button aria-disabled="true">Sin permiso</button>
    <input readonly aria-label="Provincia">
    <a href="mailto:sofia@example.com">Sofía</a>`;
  const rests = [
    'a Aquí',
    'radio Uno',
    'button Sin permiso',
    'a Sofía',
    'a Sofía',
    'input Provincia',
    'input Provincia',
  ];
  expect(await checkPage(body, '', rests.map(click))).toBeNull();
});

test('a second click into a date that has the focus is not a fault', async () => {
  const date = click('datetime-local Cuándo');
  expect(await checkPage('<input type="datetime-local" aria-label="Cuándo">', '', [date, date])).toBeNull();
});

test('a control that moves away before it is pressed is not a fault', async () => {
  const moves = "document.onmousemove = () => { b.style.marginTop = '300px' }";
  expect(await checkPage(BUTTON, moves, [click('button Guardar')])).toBeNull();
});

test('a click that returns the focus to its field is not a fault, even when it is repeated', async () => {
  const answer = "b.onclick = () => document.querySelector('input').focus()";
  const steps = [click('button Guardar'), click('button Guardar')];
  expect(await checkPage(`<input aria-label="Página">${BUTTON}`, answer, steps)).toBeNull();
});

test('a control that another element covers is reported, a control under its own label is not', async () => {
  const cover = '<div style="position:fixed;inset:0">Un aviso</div>';
  expect(await checkPage(`${BUTTON}${cover}`, '', [click('button Guardar')])).toEqual({
    kind: 'covered control',
    detail: 'button Guardar lies under div "Un aviso"',
  });
  await page.unrouteAll();
  const labelled = `<label style="position:relative;display:block"><input type="checkbox">Acepto
    <span style="position:absolute;inset:0">&nbsp;</span></label>`;
  expect(await checkPage(labelled, '', [click('checkbox Acepto')])).toBeNull();
});

test('a control under an open list is not a fault', async () => {
  const list = `<div style="position:fixed;inset:0"><ul role="listbox" style="position:fixed;bottom:0"></ul></div>`;
  expect(await checkPage(`${BUTTON}${list}`, '', [click('button Guardar')])).toBeNull();
});

test('a control that is covered for a moment is clicked once it is free', async () => {
  const cover = '<div id="c" style="position:fixed;inset:0">Un aviso</div>';
  const script = "setTimeout(() => c.remove(), 500); b.onclick = () => { b.title = 'x' }";
  expect(await checkPage(`${BUTTON}${cover}`, script, [click('button Guardar')])).toBeNull();
});

test('focus that falls to body is reported, unless it moves on after a moment', async () => {
  expect(await checkPage(BUTTON, 'b.focus(); b.onclick = () => b.remove()', [click('button Guardar')])).toEqual({
    kind: 'focus lost',
    detail: 'the focus fell to body',
  });
  await page.unrouteAll();
  const late = `const h = document.querySelector('h1'); h.tabIndex = -1; b.focus();
    b.onclick = () => { b.remove(); setTimeout(() => h.focus(), 400) }`;
  expect(await checkPage(BUTTON, late, [click('button Guardar')])).toBeNull();
});

test('focus lost by a double click that changes the page is not a fault', async () => {
  const change = `const h = document.querySelector('h1'); h.tabIndex = -1; b.focus();
    b.onclick = () => { b.remove(); h.focus() }`;
  expect(await checkPage(BUTTON, change, [{ do: 'double click', at: 'button Guardar' }])).toBeNull();
});

test('every line on the console is reported', async () => {
  for (const [line, detail] of [
    ["console.error('rojo')", 'rojo'],
    ["console.warn('amarillo')", 'amarillo'],
    ["setTimeout(() => { throw new Error('sin atrapar') })", 'Error: sin atrapar'],
    ["Promise.reject(new Error('sin atrapar'))", 'Error: sin atrapar'],
  ] as const) {
    const fault = await checkPage(BUTTON, `b.onclick = () => { b.title = 'x'; ${line} }`, [click('button Guardar')]);
    expect(fault, line).toEqual({ kind: 'console', detail });
    await page.unrouteAll();
  }
});

test('a violation of the page’s policy is reported', async () => {
  const policy = { 'content-security-policy': "style-src 'self'" };
  const fault = await checkPage('<p style="color:red">Rojo</p>', '', [], policy);
  expect(fault?.kind).toBe('console');
  expect(fault?.detail).toContain('Content Security Policy');
});

test('a call that fails on the server is reported, a refused call is not', async () => {
  const script = "b.onclick = () => fetch('/api/x')";
  for (const [status, kind] of [
    [401, undefined],
    [422, undefined],
    [500, 'console'],
  ] as const) {
    await page.route('**/api/x', (route) => route.fulfill({ status, body: '{}' }));
    const html = `<!doctype html><title>P</title><main>${BUTTON}</main><script>${script}</script>`;
    await page.route(HOME, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    const user = new MonkeyUser(page, { entry: createPortalEntry(), username: null, home: HOME });
    await user.openHome();
    expect((await user.take(click('button Guardar')))?.kind, String(status)).toBe(kind);
    await page.unrouteAll();
  }
});

test('an error page and an empty page are reported', async () => {
  const broken = "b.onclick = () => { document.querySelector('h1').textContent = 'Ocurrió un error' }";
  expect(await checkPage(BUTTON, broken, [click('button Guardar')])).toEqual({
    kind: 'error page',
    detail: 'Ocurrió un error',
  });
  await page.unrouteAll();
  const empty = 'b.onclick = () => { document.body.replaceChildren() }';
  expect((await checkPage(BUTTON, empty, [click('button Guardar')]))?.kind).toBe('error page');
});
