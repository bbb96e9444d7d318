import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalRoutes } from '#server/people/approval/approval.routes.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { startStaffGateway } from '#test/callers/staff-client.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let folder: string;
let id: string;
let ops: OpsRunner['ops'];
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startStaffGateway([approvalRoutes]));
  id = String((await gateway.addClient()).clientId);
  ({ ops, printed } = createOpsRunner(gateway.url, folder));
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a registration is listed, rejected and approved by the name of its user', async () => {
  const fresh = await gateway.addClient();
  const name = `u${fresh.clientId}`;
  await gateway.owner('UPDATE clients SET approved_at = NULL, cuit = $2 WHERE client_id = $1', [
    fresh.clientId,
    '30700000011',
  ]);
  await gateway.owner('UPDATE users SET email = $2 WHERE client_id = $1', [fresh.clientId, 'nueva@example.com']);
  expect(await printed('altas')).toContain(name);
  expect(await printed('rechazar-alta', name, 'Datos incompletos')).toContain('El registro se rechazó');
  expect(await printed('altas')).not.toContain(name);
  expect(await printed('cliente', name)).toContain('Datos incompletos');
  expect((await ops(['aprobar-alta', name])).err).toContain('todavía no activó su cuenta');
  expect((await ops(['aprobar-alta', 'nadie'])).err).toContain("Ningún cliente tiene un usuario 'nadie'");
});

test('clients and users are blocked, unblocked and corrected', async () => {
  const name = `u${id}`;
  expect(await printed('bloquear', id, 'Deuda')).toContain('está bloqueado');
  expect(await printed('clientes')).toContain('Bloqueado');
  expect(await printed('desbloquear', name)).toContain('ya no está bloqueado');
  expect(await printed('cerrar-sesiones', name)).toContain('se cerraron');
  expect(await printed('corregir', name, '--razon-social', 'Empresa del Sur')).toContain('se corrigieron');
  expect(await printed('cliente', id)).toContain('Empresa del Sur');
  expect(await printed('corregir-usuario', name, name, '--nombre', 'Eva')).toContain('se corrigieron');
  expect(await printed('usuarios', name)).toContain('Eva Paz');
  expect(await printed('cerrar-sesiones-usuario', name, name)).toContain('se cerraron');
  expect((await ops(['reenviar-activacion', name, 'nadie'])).err).toContain("ningún usuario 'nadie'");
});
