import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app/test-app.ts';
import { PROVIDER_KEY } from '#test/callers/staff-client.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { hire, invitationToken, STAFF_PASSWORD, staffEmail } from '#test/fixtures/staff-fixture.ts';
import { type FakeMailServer, startFakeMailServer } from '#test/services/fake-mail-server.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let mail: FakeMailServer;
let app: TestApp;
let folder: string;
let ops: OpsRunner['ops'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({ SMTP_URL: mail.url });
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ ops, printed } = createOpsRunner(app.server.url, folder));
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the first administrator is invited with the key, and others by role', async () => {
  const [first, second] = [staffEmail(), staffEmail()];
  expect(await printed('administrador', first)).toBe('La invitación se va a enviar: sirve por 72 horas\n');
  await printed('invitar', second, '--rol', 'mesa');
  expect(await invitationToken(mail, first)).not.toBe('');
  const list = await printed('personal');
  expect(list).toMatch(new RegExp(`${first} +Administrador +invitado`));
  const id = new RegExp(`^(\\d+) .*${second} +Mesa de ayuda`, 'm').exec(list)?.[1] ?? '';
  expect(await printed('reenviar', id)).toContain('Se va a enviar otra invitación');
  expect(await printed('retirar', id)).toBe('La invitación se retiró\n');
  await printed('cambiar-rol', id, 'finanzas');
  await printed('suspender', id);
  expect(await printed('personal')).toMatch(new RegExp(`${second} +Finanzas +suspendido`));
  await printed('readmitir', id);
  expect(await printed('personal')).toMatch(new RegExp(`${second} +Finanzas +invitación retirada`));
});

test.each([
  [['invitar', 'ana@example.com'], /role: Elegí un rol/],
  [
    ['invitar', 'ana@example.com', '--rol', 'jefe'],
    /'jefe' no es una opción: mesa, operacion, finanzas, administrador/,
  ],
  [['invitar', 'ana', '--rol', 'mesa'], /email: El email es inválido/],
])('%j prints the reason', async (args, reason) => {
  const { code, err } = await ops(args);
  expect(code).toBe(1);
  expect(err).toMatch(reason);
});

test('a person logs in, acts by name instead of the key, and logs out', async () => {
  const person = await hire(app, mail, 'admin');
  const file = join(folder, 'sesion');
  const env = { REMITO_SESSION_FILE: file };
  const entered = await ops(['entrar', person.email], env, [STAFF_PASSWORD, person.backupCodes[0] ?? '']);
  expect(entered).toEqual({ code: 0, out: 'Entraste: los comandos usan tu sesión por 12 horas\n', err: '' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(STAFF_PASSWORD);
  expect((await ops(['quien-soy'], env)).out).toMatch(/^Rol +Administrador$/m);
  const own = await ops(['personal'], { ...env, OPS_API_KEY: PROVIDER_KEY });
  expect(own.out).toContain(`${person.name} (vos)`);
  expect((await ops(['sesiones'], env)).out).toMatch(/Terminal en \w+ \(ésta\) +127\.0\.0\.1/);
  expect((await ops(['cerrar-otras'], env)).out).toBe('Se cerraron las otras sesiones\n');
  expect((await ops(['salir'], env)).out).toBe('Cerraste la sesión\n');
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect((await ops(['salir'], env)).out).toBe('No hay una sesión abierta en esta terminal\n');
  expect((await ops(['personal'], env)).err).toContain('Falta la clave de operador');
});

test('a wrong password or code stores no session', async () => {
  const person = await hire(app, mail, 'support');
  const env = { REMITO_SESSION_FILE: join(folder, 'ninguna') };
  const wrong = await ops(['entrar', person.email], env, ['otra contraseña']);
  expect(wrong.err).toContain('El email o la contraseña no son correctos');
  const half = await ops(['entrar', person.email], env, [STAFF_PASSWORD, 'aaaaa-aaaaa']);
  expect(half.err).toContain('El código de respaldo no es correcto o ya se usó');
  await expect(stat(env.REMITO_SESSION_FILE)).rejects.toThrow('ENOENT');
});

test('a session is sent only to its own server, and an expired one is refused', async () => {
  const person = await hire(app, mail, 'support');
  const env = { REMITO_SESSION_FILE: join(folder, 'otra') };
  await ops(['entrar', person.email], env, [STAFF_PASSWORD, person.backupCodes[0] ?? '']);
  expect((await ops(['clientes', '--url', 'http://127.0.0.1:1'], env)).err).toContain('Falta la clave de operador');
  const refused = await ops(['claves'], env);
  expect(refused.err).toContain('Con el rol Mesa de ayuda no podés administrar claves');
  await app.owner('UPDATE staff_sessions SET expires_at = created_at WHERE staff_id = $1', [person.id]);
  expect((await ops(['clientes'], env)).err).toContain('Tu sesión terminó. Ingresá de nuevo');
});

test('ten minutes after the second step, a person gives a code again to correct a user', async () => {
  const { username } = await signUp(app, mail);
  const person = await hire(app, mail, 'admin');
  const env = { REMITO_SESSION_FILE: join(folder, 'correcciones') };
  const [entry = '', again = ''] = person.backupCodes;
  await ops(['entrar', person.email], env, [STAFF_PASSWORD, entry]);
  await app.owner(
    `UPDATE staff_sessions SET factor_at = current_moment() - interval '10 minutes' WHERE staff_id = $1`,
    [person.id],
  );
  const correction = ['corregir-usuario', username, username, '--nombre', 'Eva'];
  expect((await ops(correction, env, ['aaaaa-aaaaa'])).err).toContain('El código de respaldo no es correcto');
  expect(await printed('usuarios', username)).not.toContain('Eva');
  expect((await ops(correction, env, [again])).out).toContain('Los datos del usuario se corrigieron');
  expect(await printed('usuarios', username)).toContain('Eva');
});
