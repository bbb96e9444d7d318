import { afterAll, expect, test } from 'vitest';
import { localDay } from '#shared/kit/days.ts';
import { formatDate } from '#shared/kit/text/format.ts';
import { listTariffs, publishClientTariff, publishTariff } from '#shared/money/staff-tariffs.ts';
import { shownTarget } from '#shared/people/rules/activity/sentence.ts';
import { exportAllActivity, listAllActivity } from '#shared/people/staff-activity.ts';
import { addClientNote } from '#shared/people/staff-notes.ts';
import { createCategory, renameCategory } from '#shared/provider/staff-categories.ts';
import { createKey, revokeKey } from '#shared/provider/staff-keys.ts';
import { publishTerms } from '#shared/provider/staff-terms.ts';
import { clientIdOf } from '#test/app/client-id.ts';
import { startTestApp } from '#test/app/test-app.ts';
import { createStaffClient } from '#test/callers/staff-client.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { startFakeMailServer } from '#test/services/fake-mail-server.ts';

const mail = await startFakeMailServer();
const app = await startTestApp({ SMTP_URL: mail.url });
const staff = createStaffClient(app);
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

/** Returns upon what the newest act of an action was, as the provider's list and its file show it. */
async function upon(action: string) {
  const query = { filter: { action }, limit: '1' };
  const [row] = (await staff(listAllActivity, { query })).body.results;
  const { bytes } = await staff(exportAllActivity, { query: { filter: { action } } });
  return [row && (row.target_name ?? shownTarget(row)), new TextDecoder().decode(bytes).split('\r\n')[1]];
}

test('the provider reads keys, categories, tariffs, terms and companies by their names, not by ids', async () => {
  const sender = await signUp(app, mail);
  const params = { clientId: await clientIdOf(app, sender) };
  const today = localDay(new Date());
  const tariff = { ...(await staff(listTariffs)).body.results[0], valid_from: today } as never;
  const key = await staff(createKey, { body: { name: 'Depósito norte', scopes: ['read'] } });
  await staff(revokeKey, { params: { id: key.body.results.id } });
  const category = await staff(createCategory, { body: { name: 'Juguetes' } });
  await staff(renameCategory, { params: { id: category.body.results.id }, body: { name: 'Juegos' } });
  const { id: general } = (await staff(publishTariff, { body: tariff })).body.results;
  const own = (await staff(publishClientTariff, { params, body: tariff })).body.results;
  const terms = await staff(publishTerms, { body: { text: '<p>Nuevos</p>' } });
  await staff(addClientNote, { params, body: { text: 'Llamar antes' } });
  const since = `vigente desde el ${formatDate(today)}`;
  const names = {
    'ops.key.create': 'Depósito norte',
    'ops.key.revoke': 'Depósito norte',
    'ops.category.create': 'Juegos',
    'ops.category.rename': 'Juegos',
    'ops.tariff.publish': `Nro. ${general}, ${since}`,
    'ops.client.tariff': `Nro. ${own.tariff?.id}, ${since}`,
    'ops.terms.publish': `Versión ${terms.body.results.id}`,
    'ops.note.add': 'Mates del Sur',
  };
  for (const [action, name] of Object.entries(names)) {
    const [listed, line] = await upon(action);
    expect(listed, action).toBe(name);
    expect(line).toContain(`;"${name}";`);
  }
});

test('a target that is an id without a name isn’t shown', () => {
  const ids = ['ops.key.revoke', 'ops.category.rename', 'ops.tariff.publish', 'ops.terms.publish', 'pending.snooze'];
  expect(ids.map((action) => shownTarget({ action, target: '12' }))).toEqual(ids.map(() => null));
});
