import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidayRoutes } from '#server/provider/holiday/holiday.routes.ts';
import type { TestGateway } from '#test/app/test-gateway.ts';
import { workingDay } from '#test/app/working-day.ts';
import { startStaffGateway } from '#test/callers/staff-client.ts';
import { createFakeJobs } from '#test/services/fake-jobs.ts';
import { createOpsRunner, type OpsRunner } from './ops-runner.ts';

let gateway: TestGateway;
let folder: string;
let printed: OpsRunner['printed'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remito-ops-'));
  ({ gateway } = await startStaffGateway([holidayRoutes], { jobs: createFakeJobs() }));
  ({ printed } = createOpsRunner(gateway.url, folder));
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a holiday is entered, listed and removed', async () => {
  const date = workingDay(60);
  const list = () => printed('feriados', '--anio', date.slice(0, 4));
  expect(await printed('feriado-efecto', date)).toMatch(/^Cambio +No se trabaja$/m);
  expect(await printed('feriado-nuevo', date, 'Día postal')).toContain('No se mueve la fecha de ningún envío');
  expect(await list()).toMatch(/^[\d/]+ +Día postal +sí +no/m);
  expect(await printed('feriado-quitar', date)).toContain('Quitamos Día postal');
  expect(await list()).not.toContain('postal');
});
