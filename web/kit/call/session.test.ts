import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeBrowser, fakeBrowser } from '#test/services/fake-browser.ts';

const claims = {
  username: 'sofía',
  terms_accepted: true,
  prepago: true,
  logistica_inversa: false,
  default_format: 'ZPL',
};

const tokenOf = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

let browser: FakeBrowser;
let requests: { url: string; method: string; token: string | null }[];
let answers: Record<string, () => Response>;

const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const MODES = json({
  results: [
    { id: '1', name: 'Entrega a domicilio' },
    { id: '5', name: 'Fulfillment Refrigerado' },
  ],
});

async function load() {
  const session = await import('./session.ts');
  const store = await import('./session-store.ts');
  const { history } = await import('#web/kit/lib/history.ts');
  const { setCredential } = await import('./credential.ts');
  const { clientCredential } = await import('./client-credential.ts');
  setCredential(clientCredential);
  store.watchOtherTabs();
  return { ...session, ...store, history };
}

beforeEach(() => {
  vi.resetModules();
  browser = fakeBrowser('/login');
  requests = [];
  answers = { '/api/v1/client/delivery_mode/': MODES, '/api/v2/client/logout': json({ message: '' }) };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, method: String(init.method), token: (init.headers as Headers).get('authorization') });
    const answer = answers[url.split('?')[0] ?? ''];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});

afterEach(() => vi.unstubAllGlobals());

test('a login stores exactly the session’s keys, from the claims and the delivery modes', async () => {
  const { startSession } = await load();
  const token = tokenOf(claims);
  expect(await startSession(token, 'sofia')).toBe(true);
  expect(Object.fromEntries(browser.storage)).toEqual({
    token,
    username: 'sofía',
    auth: 'true',
    terms: 'true',
    usr_prep: 'true',
    logistica_inversa: 'false',
    fulfillment: 'true',
    print_config: 'zpl',
    print_config_changed: 'false',
  });
  expect(requests[0]?.token).toBe(`Bearer ${token}`);
});

test('stored values of the same user override the claims; those of another user are deleted', async () => {
  const { startSession } = await load();
  browser.storage.set('username', 'sofía').set('print_config', 'pdf').set('usr_prep', 'false');
  await startSession(tokenOf(claims), 'sofía');
  expect(browser.storage.get('print_config')).toBe('pdf');
  expect(browser.storage.get('usr_prep')).toBe('false');
  browser.storage.set('username', 'otra');
  await startSession(tokenOf(claims), 'sofía');
  expect(browser.storage.get('usr_prep')).toBe('true');
});

test('a failure to load the flags logs the user out and reloads the page', async () => {
  const { startSession, currentSession } = await load();
  answers['/api/v1/client/delivery_mode/'] = json({ message: 'x' }, 500);
  expect(await startSession(tokenOf(claims), 'sofía')).toBe(false);
  expect(currentSession()).toBeNull();
  expect(browser.storage.size).toBe(0);
  expect(window.location.assign).toHaveBeenCalledWith('/login');
});

test('flags of an earlier session that fail late leave the new session', async () => {
  const { startSession, endSession, currentSession } = await load();
  const late = Promise.withResolvers<Response>();
  answers['/api/v1/client/delivery_mode/'] = () => late.promise as never;
  const first = startSession(tokenOf(claims), 'sofía');
  endSession({ forced: true });
  answers['/api/v1/client/delivery_mode/'] = MODES;
  const token = tokenOf({ ...claims, sid: 2 });
  expect(await startSession(token, 'sofía')).toBe(true);
  late.resolve(json({ message: 'x' }, 503)());
  expect(await first).toBe(false);
  expect(currentSession()).toMatchObject({ token, fulfillment: true });
  expect(window.location.assign).not.toHaveBeenCalled();
});

test('flags that arrive after the session ended open none', async () => {
  const { startSession, endSession, currentSession } = await load();
  const late = Promise.withResolvers<Response>();
  answers['/api/v1/client/delivery_mode/'] = () => late.promise as never;
  const started = startSession(tokenOf(claims), 'sofía');
  endSession({ forced: true });
  late.resolve(MODES());
  expect(await started).toBe(false);
  expect(currentSession()).toBeNull();
  expect(browser.storage.size).toBe(0);
});

test('an unreadable token opens no session', async () => {
  const { startSession, currentSession } = await load();
  expect(await startSession('opaque', 'sofía')).toBe(false);
  expect(currentSession()).toBeNull();
});

test('a deliberate logout calls the server and deletes only this user’s drafts', async () => {
  const { startSession, endSession } = await load();
  const { draftKey } = await import('#web/kit/lib/drafts.ts');
  await startSession(tokenOf(claims), 'sofía');
  browser.storage
    .set(draftKey('sofía', 'nueva-orden'), 'x')
    .set(draftKey('otra', 'nueva-orden'), 'y')
    .set('theme', 'dark');
  endSession({ forced: false });
  expect([...browser.storage.keys()]).toEqual([draftKey('otra', 'nueva-orden'), 'theme']);
  expect(requests.at(-1)).toMatchObject({
    url: '/api/v2/client/logout',
    method: 'POST',
    token: `Bearer ${tokenOf(claims)}`,
  });
});

test('a forced logout keeps the drafts', async () => {
  const { startSession, endSession } = await load();
  const { draftKey } = await import('#web/kit/lib/drafts.ts');
  await startSession(tokenOf(claims), 'sofía');
  browser.storage.set(draftKey('sofía', 'nueva-orden'), 'x');
  endSession({ forced: true });
  expect([...browser.storage.keys()]).toEqual([draftKey('sofía', 'nueva-orden')]);
});

test('a logout in another tab also ends the session in this tab', async () => {
  const { startSession, currentSession } = await load();
  await startSession(tokenOf(claims), 'sofía');
  browser.storage.delete('token');
  browser.emit('storage', { key: 'token' });
  expect(currentSession()).toBeNull();
});

test('a 401 on any call forces the logout, unless it answers an older token', async () => {
  const { startSession, openSession, history } = await load();
  const { call } = await import('./api.ts');
  const { clientInfo } = await import('#shared/people/account.ts');
  await startSession(tokenOf(claims), 'sofía');
  answers['/api/v2/client/info/'] = () => {
    openSession(tokenOf({ ...claims, sid: 2 }), 'sofía');
    return json({ message: 'x' }, 401)();
  };
  await expect(call(clientInfo)).rejects.toMatchObject({ status: 401 });
  expect(history.entry().location.pathname).toBe('/login');
  answers['/api/v2/client/info/'] = json({ message: 'x' }, 401);
  await expect(call(clientInfo)).rejects.toMatchObject({ status: 401 });
  expect(history.entry().location).toMatchObject({ pathname: '/logout', state: { forced: true } });
});

test('a call that requires the terms is sent again after they are accepted', async () => {
  const { startSession, acceptShownTerms, currentSession } = await load();
  const { call } = await import('./api.ts');
  const { shipmentStateList } = await import('#shared/orders/lookups.ts');
  await startSession(tokenOf(claims), 'sofía');
  const path = '/api/v1/client/state/';
  answers[path] = json({ message: 'x', code: 'terms_required' }, 403);
  answers['/api/v1/client/terms/7/accept'] = json({ message: 'ok' });
  const states = call(shipmentStateList);
  await expect.poll(() => currentSession()?.termsAccepted).toBe(false);
  expect(browser.storage.get('terms')).toBe('false');
  answers[path] = json({ results: [{ id: '1', name: 'Registrado' }] });
  await acceptShownTerms(7);
  expect(await states).toEqual({ results: [{ id: '1', name: 'Registrado' }] });
  expect(browser.storage.get('terms')).toBe('true');
});

test('a call is sent again after each of two demands', async () => {
  const { startSession, acceptShownTerms, currentSession } = await load();
  const { call } = await import('./api.ts');
  const { stepUp } = await import('./step-up.ts');
  const { shipmentStateList } = await import('#shared/orders/lookups.ts');
  await startSession(tokenOf(claims), 'sofía');
  const path = '/api/v1/client/state/';
  answers[path] = json({ message: 'x', code: 'terms_required' }, 403);
  answers['/api/v1/client/terms/7/accept'] = json({ message: 'ok' });
  const states = call(shipmentStateList);
  await expect.poll(() => currentSession()?.termsAccepted).toBe(false);
  answers[path] = json({ message: 'x', code: 'step_up_required' }, 403);
  await acceptShownTerms(7);
  await expect.poll(() => requests.filter(({ url }) => url === path).length).toBe(2);
  answers[path] = json({ results: [] });
  await expect
    .poll(() => {
      stepUp.answer(true);
      return requests.filter(({ url }) => url === path).length;
    })
    .toBe(3);
  expect(await states).toEqual({ results: [] });
});

test('a call that waits for the terms fails when the session ends instead', async () => {
  const { startSession, endSession, currentSession } = await load();
  const { call } = await import('./api.ts');
  const { shipmentStateList } = await import('#shared/orders/lookups.ts');
  await startSession(tokenOf(claims), 'sofía');
  answers['/api/v1/client/state/'] = json({ message: 'x', code: 'terms_required' }, 403);
  const states = call(shipmentStateList);
  await expect.poll(() => currentSession()?.termsAccepted).toBe(false);
  endSession({ forced: false });
  await expect(states).rejects.toMatchObject({ status: 403 });
});
